// Examines the file of an output: whether it is an image or a video that browsers show without running scripts.

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { mediaOfBytes } from "@pictor/host/media-types";
import { signatureBytes } from "@pictor/kernel";

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
      const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0);
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
