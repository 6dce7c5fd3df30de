// Writes a request as a curl command: secrets become variables of the shell, and notes name the differences between
// curl and Pictor.

import type { CurlCommand, HttpRequest, InlineAuth } from "@pictor/client";
import { redactedSchemes } from "@pictor/features/profiles";
import type { Pictor, Redact } from "@pictor/host";
import { stringifyJson, withoutUndefined, type HeaderPair } from "@pictor/kernel";
import {
  formatCurl,
  hasPlaceholder,
  placeholder,
  variableName,
  withQuery,
  type CurlRequest,
} from "@pictor/features/curl";
import { hideSecrets } from "./hide-secrets.js";
import { headersOf } from "./request-input.js";

/** The credentials of a request as curl sends them, and the shell variables that the command needs. */
interface CurlCredentials {
  readonly headers?: readonly HeaderPair[];
  readonly query?: string;
  readonly user?: NonNullable<CurlRequest["user"]>;
  readonly notes: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

const fileOfBody = "body.bin";

const settingNote = (variable: string): string => `Set the variable ${variable} of the shell first.`;

/** The credentials of a scheme with its fields, of which only texts without secrets are used. */
function credentialsOf(type: string, fields: Values, owner: string): CurlCredentials {
  const prefix = variableName(owner);
  const needed = new Set<string>();
  const secret = (name: string): string => {
    const variable = `${prefix}_${variableName(name)}`;
    needed.add(variable);
    return placeholder(variable);
  };
  const text = (name: string, otherwise: string): string => {
    const value = fields[name];
    if (value === undefined) return otherwise;
    return typeof value === "string" && value !== "***" ? value : secret(name);
  };
  const notes = () => [...needed].map(settingNote);
  const bearer = (value: string, kind: string): CurlCredentials => ({
    headers: [["Authorization", `${kind} ${value}`.trim()]],
    notes: notes(),
  });
  switch (type) {
    case "basic":
    case "digest": {
      const user = { name: text("username", ""), password: secret("password"), isDigest: type === "digest" };
      return { user, notes: notes() };
    }
    case "bearer":
      return bearer(secret("token"), text("prefix", "Bearer"));
    case "api-key": {
      const [key, value, place] = [text("key", "X-API-Key"), secret("value"), fields["addTo"]];
      if (place === "query") return { query: `${encodeURIComponent(key)}=${value}`, notes: notes() };
      const header: HeaderPair = place === "cookie" ? ["Cookie", `${key}=${value}`] : [key, value];
      return { headers: [header], notes: notes() };
    }
    case "oauth2": {
      const token = secret("token");
      const use = `${notes().join(" ")} Its value is a current token of ${owner}, which curl does not renew.`;
      return fields["addTo"] === "query"
        ? { query: `access_token=${token}`, notes: [use] }
        : { ...bearer(token, "Bearer"), notes: [use] };
    }
    case "none":
      return { notes: [] };
    default:
      return {
        notes: [`The command lacks the credentials of ${owner}: curl does not know the scheme ${type}.`],
      };
  }
}

/** The credentials of the profile that a request names, or of the scheme in it. */
async function credentialsFor(
  auth: string | InlineAuth | undefined,
  pictor: Pictor,
): Promise<CurlCredentials> {
  if (auth === undefined || auth === "none") return { notes: [] };
  const schemes = pictor.contributions("authSchemes");
  if (typeof auth !== "string") {
    const { type, ...fields } = auth;
    return credentialsOf(type, redactedSchemes({ [type]: fields }, schemes)[type] ?? {}, type);
  }
  const { type, profile } = await pictor.profiles.view(auth);
  return credentialsOf(type, redactedSchemes(profile.schemes, schemes)[type] ?? {}, auth);
}

function bodyOf({ body }: HttpRequest): CurlRequest["body"] {
  if (body?.text !== undefined) return body.text.includes("\0") ? { file: fileOfBody } : { text: body.text };
  if (body !== undefined && Object.hasOwn(body, "json")) return { text: stringifyJson(body.json) };
  return body?.base64 === undefined && body?.pieces === undefined ? undefined : { file: fileOfBody };
}

/** The names of headers with secrets that curl sends to the servers of all redirects. */
const sentAlong = (headers: readonly HeaderPair[]): readonly string[] =>
  headers
    .filter(([name, value]) => hasPlaceholder(value) && !/^(authorization|cookie)$/i.test(name))
    .map(([name]) => name);

/** Converts a request to a curl command. Rejects with `AUTH_PROFILE_UNKNOWN`. */
export async function curlCommandOf(
  given: HttpRequest,
  pictor: Pictor,
  redact: Redact,
): Promise<CurlCommand> {
  const hiddenNames = new Set<string>();
  const { request } = hideSecrets(given, {
    schemes: pictor.contributions("authSchemes"),
    redact,
    mark: (name) => {
      hiddenNames.add(variableName(name));
      return placeholder(variableName(name));
    },
  });
  const { method = "GET", url, redirect = "follow" } = request;
  const { keepsPost, timeoutMs, maxBytes } = request;
  const { user, query = "", headers: added = [], notes } = await credentialsFor(given.auth, pictor);
  const body = bodyOf(given.body?.text?.includes("\0") === true ? given : request);
  const lines = [...headersOf(request), ...added];
  const text = formatCurl(
    withoutUndefined({
      method: method.toUpperCase(),
      url: withQuery(url, query),
      headers: lines,
      redirect: redirect === "follow" || redirect === "trusted" ? redirect : "manual",
      user,
      body,
      keepsPost,
      timeoutMs,
      maxBytes,
    }),
  );
  return {
    text,
    notes: [
      ...[...hiddenNames].map(settingNote),
      ...notes,
      ...(body !== undefined && "file" in body ? [`Save the body as ${fileOfBody}.`] : []),
      ...(redirect === "same-origin"
        ? ["curl cannot follow redirects within one origin only, and follows none."]
        : []),
      ...(redirect === "follow" ? sentAlong(lines) : []).map(
        (name) => `curl sends the header ${name} to the servers of all redirects.`,
      ),
      ...(text.includes("{{") ? ["Replace the {{variables}}."] : []),
    ],
  };
}
