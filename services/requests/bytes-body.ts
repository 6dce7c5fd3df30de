// A body whose bytes are all there: hooks see a stream like any other, the transport sends it in one piece.

import type { RequestBody } from "@pictor/kernel";

const whole = new WeakMap<RequestBody, Uint8Array>();

export function bytesBody(bytes: Uint8Array): RequestBody {
  const body: RequestBody = {
    open: async function* () {
      yield await Promise.resolve(bytes);
    },
    length: bytes.length,
    replayable: true,
  };
  whole.set(body, bytes);
  return body;
}

/** The bytes of a body that was made by `bytesBody`. */
export const bytesOf = (body: RequestBody): Uint8Array | undefined => whole.get(body);
