// Makes the request record that passes through `beforeSend` from a caller's input.

import { randomUUID } from "node:crypto";
import { bytesBody } from "./bytes-body.js";
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
  // A copy: hooks freeze the request, and the caller's object must not be frozen.
  const { length, replayable } = body;
  return { open: () => body.open(), replayable, ...(length === undefined ? {} : { length }) };
}

/** Copies the headers: hooks freeze the request. */
const pairsOf = (headers: RequestInput["headers"]): readonly HeaderPair[] =>
  headers === undefined
    ? []
    : Array.isArray(headers)
      ? (headers as readonly HeaderPair[]).map(([name, value]) => [name, value] as const)
      : Object.entries(headers);

/** Prefix of the request ids: with a counter, cheaper than a random id for each request. */
const idPrefix = randomUUID();
let count = 0;

/** The request without its fragment, which is never sent (RFC 9110 section 4.2.5). */
export function outgoingRequest(input: RequestInput, purpose: Purpose, auth: AuthSetting): OutgoingRequest {
  const body = bodyOf(input.body);
  return {
    id: `${idPrefix}-${(count++).toString(36)}`,
    purpose,
    method: (input.method ?? "GET").toUpperCase(),
    url: input.url.split("#", 1)[0] ?? input.url,
    headers: pairsOf(input.headers),
    ...(body === undefined ? {} : { body }),
    auth,
  };
}
