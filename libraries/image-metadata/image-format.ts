// Detects the format of an image from its first bytes, because file extensions and MIME types of servers may be wrong.

import type { ImageFormat } from "./base/image-header.js";

/** Number of bytes that `detectImageFormat` needs. */
export const signatureBytes = 12;

export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const start = Buffer.from(bytes).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "webp";
  return start.startsWith("\xff\xd8\xff") ? "jpeg" : undefined;
}
