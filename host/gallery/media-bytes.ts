// Detects the media type of a file from its first bytes: the images and videos that browsers show without running
// scripts.

import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Reads a text at an offset of the file, in Latin-1. */
const signatures: readonly (readonly [offset: number, text: string, mime: string])[] = [
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [8, "WEBP", "image/webp"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [4, "ftyp", "video/mp4"],
  [0, "\x1a\x45\xdf\xa3", "video/webm"],
];

/** The media type of a file; undefined for every other kind of file, such as SVG, HTML and text. */
export function mediaOfBytes(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 16)).toString("latin1");
  return signatures.find(([offset, signature]) => text.startsWith(signature, offset))?.[2];
}

export type MediaFile =
  | { readonly kind: "media"; readonly mime: string; readonly bytes: number; readonly modifiedMs: number }
  /** The file does not exist. */
  | { readonly kind: "missing" }
  /** A link, a folder, or a file that is neither an image nor a video. */
  | { readonly kind: "refused" };

/** Examines a file whose path is not trusted. Links are not followed. */
export async function mediaFile(path: string): Promise<MediaFile> {
  const { O_RDONLY, O_NONBLOCK } = constants;
  // Windows has neither flag, so both are undefined there.
  const flags =
    O_RDONLY |
    ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
    ((O_NONBLOCK as number | undefined) ?? 0);
  try {
    const file = await open(path, flags);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { kind: "refused" };
      const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
      const mime = mediaOfBytes(buffer.subarray(0, bytesRead));
      return mime === undefined
        ? { kind: "refused" }
        : { kind: "media", mime, bytes: stat.size, modifiedMs: stat.mtimeMs };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as { readonly code?: string };
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "missing" : "refused" };
  }
}
