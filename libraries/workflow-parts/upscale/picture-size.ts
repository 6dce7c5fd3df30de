// The size of a picture that a workflow reads: known before anything is sent, so that sizes can be computed from it.

import { fault } from "@pictor/kernel/plugin";
import type { InputFile } from "@pictor/kernel/plugin";
import { sizeInBytes } from "./size-in-bytes.js";
import type { Size } from "./upscaled.js";

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Sizes that were read: the record of a file is the same in every batch while the file stays. */
const known = new WeakMap<InputFile, Size>();

/**
 * Width and height in pixels, upright as the backend's loader shows it. PNG, JPEG, WebP, GIF and BMP. Rejects with
 * INPUT_NOT_READABLE for any other file; `where` is what messages call it, by default the input's name.
 */
export async function pictureSize(
  file: InputFile,
  { signal, where = file.name }: { readonly signal?: AbortSignal; readonly where?: string } = {},
): Promise<Size> {
  const before = known.get(file);
  if (before !== undefined) return before;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of file.open()) {
    signal?.throwIfAborted();
    pieces.push(piece);
    length += piece.length;
  }
  const size = sizeInBytes(joined(pieces, length));
  if (size !== undefined) {
    known.set(file, size);
    return size;
  }
  const reason =
    "it is no picture of a kind whose size is known (PNG, JPEG, WebP, GIF, BMP), or it is broken";
  throw fault("INPUT_NOT_READABLE", { filename: where, reason });
}
