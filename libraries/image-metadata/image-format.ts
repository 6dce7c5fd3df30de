// Detects the format of a file from its first bytes, because file extensions and MIME types of servers may be wrong.

import { imageFileFormatOf, imageFormatOf, signatureBytes } from "@pictor/images/formats";
import type { ReadFormat } from "./base/image-header.js";

/** The format of any file whose metadata is read. */
export function detectReadFormat(bytes: Uint8Array): ReadFormat | undefined {
  if (imageFileFormatOf(bytes) === "avif") return "avif";
  const start = Buffer.from(bytes.subarray(0, signatureBytes)).toString("latin1");
  if (start.slice(4, 8) === "ftyp") return "mp4";
  if (start.startsWith("\x1aE\xdf\xa3")) return "webm";
  return start.startsWith("fLaC") ? "flac" : imageFormatOf(bytes);
}
