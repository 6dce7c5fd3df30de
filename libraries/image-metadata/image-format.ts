// Detects the format of a file from its first bytes, because file extensions and MIME types of servers may be wrong.

import { extensionsOfBytes } from "@pictor/kernel/plugin";
import type { ReadFormat } from "./base/image-header.js";

const formats: Readonly<Record<string, ReadFormat>> = {
  ".png": "png",
  ".jpg": "jpeg",
  ".webp": "webp",
  ".avif": "avif",
  ".mp4": "mp4",
  ".mov": "mp4",
  ".m4a": "mp4",
  ".webm": "webm",
  ".flac": "flac",
};

/** The format of any file whose metadata is read. */
export const detectReadFormat = (head: Uint8Array): ReadFormat | undefined =>
  formats[extensionsOfBytes(head)[0] ?? ""];
