// Converts a caller's input to the request that passes through `beforeSend`.

import { randomUUID } from "node:crypto";
import { bytesBody } from "./bytes-body.js";
import { acceptedCodings } from "./content-coding.js";
import type {
  AuthSetting,
  HeaderPair,
  OutgoingRequest,
  Purpose,
  RequestBody,
  RequestInput,
} from "@pictor/kernel";

function bodyOf(body: RequestInput["body"]): RequestBody | undefined {
  if (typeof body === "string") return bytesBody(new TextEncoder().encode(body));
  if (body === undefined || body instanceof Uint8Array) return body && bytesBody(body);
  // Copies the body, because hooks freeze the request and the caller's object must not be frozen.
  const { length, replayable } = body;
  return { open: () => body.open(), replayable, ...(length === undefined ? {} : { length }) };
}

/** Methods are case-sensitive (RFC 9110 section 9.1), so only those that everybody knows are converted to upper case. */
const knownMethods = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);
const methodOf = (method: string): string => {
  const upper = method.toUpperCase();
  return knownMethods.has(upper) ? upper : method;
};

/** Copies the headers, because hooks freeze the request. */
export const headerPairs = (headers: RequestInput["headers"] = {}): readonly HeaderPair[] =>
  Array.isArray(headers)
    ? (headers as readonly HeaderPair[]).map(([name, value]) => [name, value] as const)
    : Object.entries(headers);

/** Prefix of all request ids. A prefix with a counter is faster than a random id for each request. */
const idPrefix = randomUUID();
let count = 0;

/**
 * Adds the name of the client and the codings of replies. What the caller gives instead, also an empty value, is kept.
 * A caller who asks for a range means the bytes of the resource, not those of a coding.
 */
function withDefaults(
  headers: readonly HeaderPair[],
  userAgent: string,
  isCompressed: boolean,
): readonly HeaderPair[] {
  let [needsName, needsCodings] = [true, isCompressed];
  for (const [given] of headers) {
    const name = given.toLowerCase();
    if (name === "user-agent") needsName = false;
    else if (name === "accept-encoding" || name === "range") needsCodings = false;
  }
  if (!needsName && !needsCodings) return headers;
  const all = [...headers];
  if (needsName) all.push(["User-Agent", userAgent]);
  if (needsCodings) all.push(["Accept-Encoding", acceptedCodings]);
  return all;
}

/** Drops the fragment of the address, which is never sent (RFC 9110 section 4.2.5), and adds the headers of every request. */
export function outgoingRequest(
  input: RequestInput,
  purpose: Purpose,
  auth: AuthSetting,
  userAgent: string,
): OutgoingRequest {
  const body = bodyOf(input.body);
  return {
    id: `${idPrefix}-${(count++).toString(36)}`,
    purpose,
    method: methodOf(input.method ?? "GET"),
    url: input.url.split("#", 1)[0] ?? input.url,
    headers: withDefaults(
      headerPairs(input.headers),
      userAgent,
      input.compressed !== false && purpose !== "handshake",
    ),
    ...(body === undefined ? {} : { body }),
    auth,
  };
}
