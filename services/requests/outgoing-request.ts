// From a caller's input to the record that runs through the chain.

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
  // A record of our own: what passes through hooks is frozen, and the caller's object is the caller's.
  const { length, replayable } = body;
  return { open: () => body.open(), replayable, ...(length === undefined ? {} : { length }) };
}

/** Copies, because what passes through hooks is frozen. */
const pairsOf = (headers: RequestInput["headers"]): readonly HeaderPair[] =>
  headers === undefined
    ? []
    : Array.isArray(headers)
      ? (headers as readonly HeaderPair[]).map(([name, value]) => [name, value] as const)
      : Object.entries(headers);

/** Unique, and cheaper than a random one for each request. */
const processPart = randomUUID();
let count = 0;

/** Makes the record; the fragment is dropped, as it is never sent (RFC 9110 section 4.2.5). */
export function outgoing(input: RequestInput, purpose: Purpose, auth: AuthSetting): OutgoingRequest {
  const body = bodyOf(input.body);
  return {
    id: `${processPart}-${(count++).toString(36)}`,
    purpose,
    method: (input.method ?? "GET").toUpperCase(),
    url: input.url.split("#", 1)[0] ?? input.url,
    headers: pairsOf(input.headers),
    ...(body === undefined ? {} : { body }),
    auth,
  };
}
