// Detects the format of a file from its first bytes, because file extensions and MIME types of servers may be wrong.

import { imageFileFormatOf, signatureBytes } from "@pictor/images/header";
import type { ImageFormat, ReadFormat } from "./base/image-header.js";

/** The formats that metadata is written into. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const format = imageFileFormatOf(bytes);
  return format === "png" || format === "webp" || format === "jpeg" ? format : undefined;
}

/** The format of any file whose metadata is read. */
export function detectReadFormat(bytes: Uint8Array): ReadFormat | undefined {
  if (imageFileFormatOf(bytes) === "avif") return "avif";
  const start = Buffer.from(bytes.subarray(0, signatureBytes)).toString("latin1");
  if (start.slice(4, 8) === "ftyp") return "mp4";
  if (start.startsWith("\x1aE\xdf\xa3")) return "webm";
  return start.startsWith("fLaC") ? "flac" : detectImageFormat(bytes);
}
