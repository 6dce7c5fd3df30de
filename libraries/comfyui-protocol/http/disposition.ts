// The header that names a file, and the media types with which files of strangers are sent.
import { mediaTypeOf } from "@pictor/kernel/plugin";

const isServedWithType = /.\.(?:png|jpe?g|webp|gif|bmp|tiff?|mp4|webm|mov|mp3|wav|ogg|flac|txt|json)$/i;

/**
 * Returns the Content-Type of a file. Files of other types, such as scripts and pages that a browser could run, are
 * sent as plain bytes.
 */
export function servedTypeOf(name: string): string {
  if (!isServedWithType.test(name)) return "application/octet-stream";
  // Python's name for the media type of WAV files.
  return /\.wav$/i.test(name) ? "audio/x-wav" : mediaTypeOf(name);
}

export const dispositionHeader = (name: string): { "Content-Disposition": string } => ({
  "Content-Disposition": `filename="${headerSafeName(name)}"`,
});

/** Replaces control characters, quotes, backslashes and non-ASCII characters, which the header cannot contain unescaped. */
const headerSafeName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\]/g, "_");
