// Detects the format of a file from its first bytes, because file extensions and MIME types of servers may be wrong.

import type { ImageFormat, ReadFormat } from "./base/image-header.js";

/** Number of bytes that `detectImageFormat` needs. */
export const signatureBytes = 12;

export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const start = Buffer.from(bytes).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "webp";
  return start.startsWith("\xff\xd8\xff") ? "jpeg" : undefined;
}

/** The format of any file whose metadata is read. */
export function detectReadFormat(bytes: Uint8Array): ReadFormat | undefined {
  const start = Buffer.from(bytes.subarray(0, signatureBytes)).toString("latin1");
  if (start.slice(4, 8) === "ftyp") return /^(avi[fs]|mif1|msf1)$/.test(start.slice(8, 12)) ? "avif" : "mp4";
  if (start.startsWith("\x1aE\xdf\xa3")) return "webm";
  return start.startsWith("fLaC") ? "flac" : detectImageFormat(bytes);
}
