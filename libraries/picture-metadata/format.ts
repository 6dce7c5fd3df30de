// What a file is, by its first bytes: endings and types that a server gives may be wrong.

import type { PictureFormat } from "./types.js";

/** As many as are needed to know. */
export const magicBytes = 12;

export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const start = Buffer.from(bytes).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "webp";
  return start.startsWith("\xff\xd8\xff") ? "jpeg" : undefined;
}
