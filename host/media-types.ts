// @pictor/host/media-types: the media type of a file from its first bytes. Pure.

import { extensionsOfBytes, mediaTypeOf } from "@pictor/kernel";

const shown: ReadonlySet<string> = new Set([".png", ".jpg", ".webp", ".gif", ".avif", ".mp4", ".webm"]);

/**
 * The media type of a file, of the images and videos that browsers show without running scripts; undefined for every
 * other kind of file, such as SVG, HTML and text. `head` has the first `signatureBytes` of the file, or all of a smaller one.
 */
export function mediaOfBytes(head: Uint8Array): string | undefined {
  const [extension = ""] = extensionsOfBytes(head);
  // Browsers play most QuickTime files, but only by the media type of MP4.
  if (extension === ".mov") return "video/mp4";
  return shown.has(extension) ? mediaTypeOf(extension) : undefined;
}
