// The body of a request: as it arrives, or as a whole, and never more than the limit.

import type { DirectRequest } from "@pictor/kernel/plugin";

/** The body is longer than the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** Throws a `BodyTooLargeError`. */
export async function* piecesOf(body: DirectRequest["body"], maxBytes: number): AsyncGenerator<Buffer> {
  if (body === undefined) return;
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  const pieces = isWhole ? [typeof body === "string" ? Buffer.from(body) : body] : body.open();
  let read = 0;
  for await (const piece of pieces) {
    read += piece.length;
    if (read > maxBytes) throw new BodyTooLargeError();
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }
}

export async function textOf(body: DirectRequest["body"], maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(body, maxBytes)) pieces.push(piece);
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
}
