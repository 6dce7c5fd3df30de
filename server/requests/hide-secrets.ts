// Replaces the values of a request that may be secret: by the names of headers, parameters and members, by the fields of its
// scheme, and by the known secrets. Variables and references stay, because they are not values.

import { variablePattern, type HttpRequest, type InlineAuth, type RequestBody } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { plainValues } from "@pictor/features/base";
import {
  isRecord,
  isSecretParameter,
  jsonPointer,
  mapTexts,
  parseJsonOrUndefined,
  percentDecode,
  referencesIn,
  secretNamePattern,
  stringifyJson,
  type Contribution,
} from "@pictor/kernel";

export interface HideOptions {
  readonly schemes: readonly Contribution<"authSchemes">[];
  /** Replaces known secrets in a text. */
  readonly redact: Redact;
  /** Returns the text that replaces a value with this name. */
  readonly mark: (name: string) => string;
}

/** Whether a text contains more than variables. */
const isValue = (text: string): boolean => text.replace(variablePattern, "").trim() !== "";

const hasSecretName = (name: string): boolean => secretNamePattern.test(name);
/** Decodes the name of a parameter, because percent-encoding could hide that the name is secret. */
const decoded = (name: string): string => percentDecode(name.replaceAll("+", " "));

const isForm = (text: string): boolean =>
  !/[\r\n]/.test(text) && text.split("&").every((part) => /^[^=\s]+=/.test(part));

/** Creates the functions that replace values, and collects the pointers of the replaced values. */
function createHider({ mark }: HideOptions) {
  const hidden = new Set<string>();
  const hide = (pointer: string, name: string): string => {
    hidden.add(pointer);
    return mark(name);
  };
  /** Replaces secret values in the `name=value` pairs of a query or a form. */
  const inPairs = (text: string, pointer: string): string =>
    text.replace(/(^|[?&])([^=&#?]+)=([^&#]+)/g, (whole, before: string, name: string, value: string) =>
      isSecretParameter(decoded(name)) && isValue(value)
        ? `${before}${name}=${hide(pointer, decoded(name))}`
        : whole,
    );
  /** Replaces the texts of members with secret names, at any depth. */
  const inJson = (
    value: unknown,
    pointerTo: (path: string) => string,
    path = "",
    secret?: string,
  ): unknown => {
    if (typeof value === "string")
      return secret !== undefined && isValue(value) ? hide(pointerTo(path), secret) : value;
    const inner = (entry: unknown, name: string): unknown =>
      inJson(entry, pointerTo, path + jsonPointer(name), hasSecretName(name) ? name : secret);
    if (Array.isArray(value)) return value.map((entry, index) => inner(entry, String(index)));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, inner(entry, name)]));
  };
  return {
    hidden,
    hide,
    json: (value: unknown, pointer: string): unknown => inJson(value, (path) => pointer + path),
    url(given: string): string {
      // Parses an address as leniently as the URL standard: line breaks and tabs are dropped, spaces may precede it, and any
      // number of slashes is allowed. The last @ ends the user name, and the scheme may be missing.
      const text = given.replace(/[\t\r\n]/g, "");
      const [found = "", scheme, userinfo] =
        /^(\s*(?!\s)(?:[a-z][a-z\d+.-]*:)?[/\\]*)([^/\\?#]*)@/i.exec(text) ?? [];
      if (scheme === undefined || userinfo === undefined) return inPairs(text, "/url");
      const [user = "", password] = userinfo.split(/:(.*)/s);
      const inUrl = (value: string, name: string): string => (isValue(value) ? hide("/url", name) : value);
      // A user name without a password is often a token, so it is replaced too.
      const shown =
        password === undefined ? inUrl(user, "user_token") : `${user}:${inUrl(password, "password")}`;
      return `${scheme}${shown}@${inPairs(text.slice(found.length), "/url")}`;
    },
    header(name: string, value: string): string {
      if (!hasSecretName(name)) return value;
      // The scheme of a credential is no secret (RFC 9110, section 11.4).
      const [scheme = ""] = /^(?:basic|bearer|digest|token)\s+/i.exec(value) ?? [];
      return isValue(value.slice(scheme.length)) ? scheme + hide(jsonPointer("headers", name), name) : value;
    },
    /**
     * Replaces secret values in a text that is JSON or a form. Any other text with a secret name is replaced as a
     * whole, because the place of the value is unknown.
     */
    text(text: string): string {
      const pointer = "/body/text";
      const before = hidden.size;
      const value = parseJsonOrUndefined(text);
      if (isRecord(value) || Array.isArray(value)) {
        const shown = inJson(value, () => pointer);
        return hidden.size === before ? text : stringifyJson(shown);
      }
      if (isForm(text)) return inPairs(text, pointer);
      return text.match(/[\w-]+/g)?.some(hasSecretName) === true ? hide(pointer, "body") : text;
    },
  };
}

type Hider = ReturnType<typeof createHider>;

/** Replaces the fields that the scheme declares as secrets; for an unknown scheme, every text. */
function hideAuth(auth: InlineAuth, { schemes }: HideOptions, { hide }: Hider): InlineAuth {
  const scheme = schemes.find(({ id }) => id === auth.type);
  const isSecret = (name: string): boolean => {
    const field = scheme?.settings.properties[name];
    return scheme === undefined || (field?.type === "string" && field["x-secret"] === true);
  };
  const fields = Object.entries(auth).map(([name, value]) => {
    const isKept =
      name === "type" ||
      !isSecret(name) ||
      referencesIn(value, "").length > 0 ||
      (typeof value === "string" && !isValue(value));
    return [name, isKept ? value : hide(jsonPointer("auth", name), name)] as const;
  });
  return Object.fromEntries(fields) as InlineAuth;
}

function hideBody(body: RequestBody, hider: Hider): RequestBody {
  if (body.text !== undefined) return { text: hider.text(body.text) };
  if (Object.hasOwn(body, "json")) return { json: hider.json(body.json, "/body/json") };
  return body;
}

/** `hidden` are JSON pointers to the values that were replaced. */
export function hideSecrets(given: HttpRequest, options: HideOptions) {
  const hider = createHider(options);
  const { url, headers, body, auth, ...rest } = given;
  const shownUrl = hider.url(url);
  const lines = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? hider.header(name, value) : value.map((line) => hider.header(name, line)),
  ]);
  const parts = {
    url: shownUrl,
    ...(headers !== undefined && { headers: Object.fromEntries(lines) as HttpRequest["headers"] & object }),
    ...(body !== undefined && { body: hideBody(body, hider) }),
    ...(auth !== undefined && { auth: typeof auth === "string" ? auth : hideAuth(auth, options, hider) }),
  };
  // Known secrets are replaced wherever they occur, whatever the name of the member: only the id of a scheme stays.
  const known = Object.entries(parts).map(([name, part]) => {
    const plain = plainValues(part);
    const redacted = mapTexts(plain, jsonPointer(name), (text, where) =>
      where === "/auth/type" ? text : options.redact(text),
    );
    if (JSON.stringify(plain) !== JSON.stringify(redacted)) hider.hidden.add(jsonPointer(name));
    return [name, redacted] as const;
  });
  return { request: { ...rest, ...Object.fromEntries(known) } as HttpRequest, hidden: [...hider.hidden] };
}
