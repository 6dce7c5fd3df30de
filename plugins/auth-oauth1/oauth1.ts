// OAuth 1.0 (RFC 5849): signs requests, and reports whether a setting is complete.

import { createHash, randomBytes } from "node:crypto";
import {
  headerValues,
  percentEncode,
  readBody,
  setHeader,
  setQueryParameter,
  targetUrl,
} from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, Clock, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { baseString, parametersIn, type Parameter } from "./base-string.js";
import { fieldsOf, invalid, keyOf, missingFields, protocolParameters } from "./setting.js";
import { hashOf, signatureOf } from "./signature.js";

/** Whether the body is a form, whose parameters are signed (RFC 5849 section 3.4.1.3.1). */
const isForm = ({ headers }: OutgoingRequest): boolean =>
  headerValues(headers, "Content-Type").some((value) =>
    /^application\/x-www-form-urlencoded\s*(;|$)/i.test(value.trim()),
  );

async function bodyOf(request: OutgoingRequest, what: string, signal: AbortSignal): Promise<Buffer> {
  if (request.body === undefined) return Buffer.alloc(0);
  if (!request.body.replayable)
    throw invalid("signatureMethod", `it signs ${what}, which can be read only once`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(request, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const formParameters = async (
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<readonly Parameter[]> =>
  request.body === undefined || !isForm(request)
    ? []
    : parametersIn((await bodyOf(request, "the form in the body", signal)).toString("utf8"));

/**
 * The hash of the body, of none as of an empty one. A form has none, because its parameters are signed (OAuth Request
 * Body Hash section 4.1).
 */
async function bodyHashOf(request: OutgoingRequest, hash: string, signal: AbortSignal): Promise<string> {
  if (isForm(request)) return "";
  const body = await bodyOf(request, "the hash of the body", signal);
  return createHash(hash).update(body).digest("base64");
}

const addAll = (request: OutgoingRequest, parameters: readonly Parameter[]): OutgoingRequest =>
  parameters.reduce((changed, [name, value]) => setQueryParameter(changed, name, value), request);

/** The header Authorization (RFC 5849 section 3.5.1). */
function authorizationHeader(realm: string, parameters: readonly Parameter[]): string {
  const quoted = realm.replace(/["\\]/g, "\\$&");
  const pairs = parameters.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`);
  return `OAuth ${[...(realm === "" ? [] : [`realm="${quoted}"`]), ...pairs].join(", ")}`;
}

/**
 * Creates the handler of `beforeSend`. Each run has a nonce of its own, so a redirect or another attempt is never a replay.
 * Throws `AUTH_NOT_CONFIGURED` and `AUTH_SETTING_INVALID`.
 */
export function createAddOAuth1(
  clock: Pick<Clock, "now">,
  createNonce = () => randomBytes(16).toString("hex"),
) {
  return async function addOAuth1(
    request: OutgoingRequest,
    { covers, signal }: Pick<SendContext, "covers" | "signal">,
  ): Promise<OutgoingRequest> {
    const fields = fieldsOf(request.auth);
    const key = keyOf(fields);
    if (/[^\x20-\x7e]/.test(fields.realm)) throw invalid("realm", "it contains a character beyond ASCII");
    if (key.method === "PLAINTEXT" && !/^(https|wss):/i.test(request.url))
      throw invalid("signatureMethod", "PLAINTEXT sends the secrets themselves, so it is used only over TLS");
    const timestamp = Math.floor(clock.now() / 1000);
    const bodyHash =
      fields.bodyHash && key.method !== "PLAINTEXT"
        ? await bodyHashOf(request, hashOf(key.method), signal)
        : "";
    const own = protocolParameters(fields, { nonce: createNonce(), timestamp, bodyHash });
    const isInQuery = fields.addTo === "query";
    const prepared = isInQuery ? addAll(request, own) : request;
    const url = targetUrl(prepared);
    const form = key.method === "PLAINTEXT" ? [] : await formParameters(request, signal);
    const signed = [...parametersIn(url.search.slice(1)), ...form, ...(isInQuery ? [] : own)];
    if (key.method !== "PLAINTEXT")
      covers?.([
        ...["method", "host", "port", "path", "query"],
        ...(form.length > 0 ? ["form"] : []),
        ...(bodyHash === "" ? [] : ["body"]),
      ]);
    const signature = signatureOf(key, baseString(request.method, url, signed));
    if (isInQuery) return setQueryParameter(prepared, "oauth_signature", signature);
    const all: readonly Parameter[] = [...own, ["oauth_signature", signature]];
    return setHeader(request, "Authorization", authorizationHeader(fields.realm, all));
  };
}

/** The status is `missing` without a consumer key, and without a private key for RSA. */
export function status(auth: AuthSetting): AuthStatus {
  const fields = missingFields(fieldsOf(auth));
  return fields.length > 0 ? { state: "missing", fields } : { state: "ready" };
}
