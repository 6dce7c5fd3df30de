// Creates a request body from bytes in memory. Hooks see a stream; the transport sends the bytes in one piece.

import type { RequestBody } from "@pictor/kernel";

const bytesByBody = new WeakMap<RequestBody, Uint8Array>();

export function bytesBody(bytes: Uint8Array): RequestBody {
  const body: RequestBody = {
    open: async function* () {
      yield await Promise.resolve(bytes);
    },
    length: bytes.length,
    replayable: true,
  };
  bytesByBody.set(body, bytes);
  return body;
}

/** The bytes of a body from `bytesBody`; undefined for any other body. */
export const bytesOf = (body: RequestBody): Uint8Array | undefined => bytesByBody.get(body);
