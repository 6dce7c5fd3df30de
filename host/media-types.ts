// @pictor/host/media-types: the media type of a file from its first bytes. Pure.

import { extensionsOfBytes } from "@pictor/kernel";

const shown: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".avif": "image/avif",
  ".mp4": "video/mp4",
  // Browsers play most of these, but only by this media type.
  ".mov": "video/mp4",
  ".webm": "video/webm",
};

/**
 * The media type of a file, of the images and videos that browsers show without running scripts; undefined for every
 * other kind of file, such as SVG, HTML and text. `head` has the first `signatureBytes` of the file, or all of a smaller one.
 */
export const mediaOfBytes = (head: Uint8Array): string | undefined => shown[extensionsOfBytes(head)[0] ?? ""];
