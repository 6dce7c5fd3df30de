// The size of an image file that a workflow reads: the template needs it before anything is sent to the backend.

import { fault } from "@pictor/kernel/plugin";
import type { InputFile } from "@pictor/kernel/plugin";
import { streamedImageHeader, type Size } from "@pictor/images/formats";

/** Sizes by file record: every batch passes the same record as long as the file does not change. */
const sizeCache = new WeakMap<InputFile, Size>();

/** The bytes of a file, until the signal is aborted. */
async function* bytesOf(file: InputFile, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.open()) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

/**
 * Width and height of a PNG, JPEG, WebP, GIF, BMP or AVIF file in pixels, after the rotation that LoadImage applies. Rejects
 * with INPUT_NOT_READABLE for any other file; the error calls the file `where`, by default the input's name.
 */
export async function readImageSize(
  file: InputFile,
  { signal, where = file.name }: { readonly signal?: AbortSignal; readonly where?: string } = {},
): Promise<Size> {
  const cached = sizeCache.get(file);
  if (cached !== undefined) return cached;
  const header = await streamedImageHeader(bytesOf(file, signal));
  if (typeof header === "string") throw fault("INPUT_NOT_READABLE", { filename: where, reason: header });
  const size = { width: header.width, height: header.height };
  sizeCache.set(file, size);
  return size;
}
