// Helpers for the tests of all formats: byte streams, and arbitrary texts.

import fc from "fast-check";

export const insertAt = (bytes: Buffer, at: number, ...inserted: readonly Uint8Array[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), ...inserted, bytes.subarray(at)]);

/** Yields the bytes in pieces of `size`, as a network might deliver them. */
export async function* inPieces(bytes: Uint8Array, size = Infinity): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, Math.min(bytes.length, at + size));
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Arbitrary texts in which the special characters of the formats are frequent. */
export const arbitraryText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ",",
      ":",
      '"',
      "\\",
      "[",
      "]",
      "{",
      "}",
      "(",
      "<",
      " ",
      "\n",
      "\0",
      "é",
      "灯",
      "🌊",
      "\ud83d",
    ),
    fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  ),
});
