// The size of an image file that a workflow reads: the template needs it before anything is sent to the backend.

import { fault } from "@pictor/kernel/plugin";
import type { InputFile } from "@pictor/kernel/plugin";
import type { Size } from "../upscale/scale-primary.js";
import { parseImageSize } from "./image-header.js";

/** Sizes by file record: every batch passes the same record as long as the file does not change. */
const sizeCache = new WeakMap<InputFile, Size>();

/**
 * Width and height of a PNG, JPEG, WebP, GIF or BMP file in pixels, after the rotation that LoadImage applies. Rejects
 * with INPUT_NOT_READABLE for any other file; the error calls the file `where`, by default the input's name.
 */
export async function readImageSize(
  file: InputFile,
  { signal, where = file.name }: { readonly signal?: AbortSignal; readonly where?: string } = {},
): Promise<Size> {
  const cached = sizeCache.get(file);
  if (cached !== undefined) return cached;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) {
    signal?.throwIfAborted();
    chunks.push(chunk);
  }
  const size = parseImageSize(Buffer.concat(chunks));
  if (size !== undefined) {
    sizeCache.set(file, size);
    return size;
  }
  const reason = "it is not a PNG, JPEG, WebP, GIF or BMP image, or it is damaged";
  throw fault("INPUT_NOT_READABLE", { filename: where, reason });
}
