// The formats of image files, told by their first bytes: the names and the media types that servers give may be wrong.

import { extensionsOfBytes } from "@pictor/kernel/plugin";

/** The formats that are decoded and written. */
export type ImageFormat = "png" | "jpeg" | "webp";

export type ImageFileFormat = ImageFormat | "gif" | "bmp" | "avif";

const formats: Readonly<Record<string, ImageFileFormat>> = {
  ".png": "png",
  ".jpg": "jpeg",
  ".webp": "webp",
  ".gif": "gif",
  ".bmp": "bmp",
  ".avif": "avif",
};

/** The format of a file; undefined for a file of any other format. */
export const imageFileFormatOf = (file: Uint8Array): ImageFileFormat | undefined =>
  formats[extensionsOfBytes(file)[0] ?? ""];

/** The format of a file that is decoded and written; undefined for any other. */
export function imageFormatOf(file: Uint8Array): ImageFormat | undefined {
  const format = imageFileFormatOf(file);
  return format === "png" || format === "jpeg" || format === "webp" ? format : undefined;
}
