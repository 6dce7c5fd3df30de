// The body of a request as bytes, read no faster than they are consumed, up to a limit.

import type { IncomingMessage } from "node:http";
import { fault } from "../contract/faults.js";

/** The connection of a request of Node's server. */
export type ByteSource = Partial<Pick<IncomingMessage, "iterator">>;

/**
 * Reads from the connection if there is one, because on Node 20 the body of the adapter's request reads ahead without a
 * limit. Throws `API_BODY_TOO_LARGE`: at once if the announced length is too large, otherwise while reading.
 */
export function limitedBytes(
  request: Request,
  incoming: ByteSource | undefined,
  limit: number,
): AsyncIterable<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit)
    throw fault("API_BODY_TOO_LARGE", { limit });
  const source =
    incoming?.iterator?.({ destroyOnReturn: false }) ??
    (request.body as AsyncIterable<Uint8Array> | null) ??
    [];
  return upTo(limit, source as AsyncIterable<Uint8Array>);
}

/** Reads a source up to a limit. Throws the error of `tooLarge` beyond it. */
export async function* upTo(
  limit: number,
  source: AsyncIterable<Uint8Array>,
  tooLarge = (): Error => fault("API_BODY_TOO_LARGE", { limit }),
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge();
    yield chunk;
  }
}
