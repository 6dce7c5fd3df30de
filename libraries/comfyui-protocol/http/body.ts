// The bodies of requests and replies, as pieces that arrive one after another.
import { Readable } from "node:stream";

export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The request body is longer than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** Throws a `BodyTooLargeError`, and leaves the rest of the pieces unread. */
export async function* limitedTo(
  maxBytes: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }
}

/** A text, bytes, or pieces that are read as fast as they are taken. */
export type Body = string | Uint8Array | AsyncIterable<Uint8Array>;

export const isWhole = (body: Body): body is string | Uint8Array =>
  typeof body === "string" || body instanceof Uint8Array;

export async function contentsOf(body: Body): Promise<Buffer> {
  if (isWhole(body)) return Buffer.from(body);
  const all: Uint8Array[] = [];
  for await (const piece of body) all.push(piece);
  return Buffer.concat(all);
}

/** Lets go of what a body that is not read holds. */
export async function release(body: Body): Promise<void> {
  if (isWhole(body)) return;
  if (body instanceof Readable) body.destroy();
  else await body[Symbol.asyncIterator]().return?.();
}
