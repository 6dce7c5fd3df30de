// The body of a request of the facet `direct`, as it arrives.

import { limitedTo } from "@pictor/comfyui-protocol";
import type { DirectRequest } from "@pictor/kernel/plugin";

async function* piecesOf(body: DirectRequest["body"]): AsyncGenerator<Uint8Array> {
  if (body === undefined) return;
  if (typeof body === "string") yield await Promise.resolve(Buffer.from(body));
  else if (body instanceof Uint8Array) yield await Promise.resolve(body);
  else yield* body.open();
}

/** Throws a `BodyTooLargeError`. */
export const bodyStream = (body: DirectRequest["body"], maxBytes: number): AsyncIterable<Buffer> =>
  limitedTo(maxBytes, piecesOf(body));
