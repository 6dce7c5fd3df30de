// @pictor/host/media-types: the media type of a file from its first bytes. Pure.

/** A text at an offset of the file, in Latin-1. */
const signatures: readonly (readonly [offset: number, text: string, mime: string])[] = [
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [8, "WEBP", "image/webp"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [4, "ftypavif", "image/avif"],
  [4, "ftypavis", "image/avif"],
  [4, "ftyp", "video/mp4"],
  [0, "\x1a\x45\xdf\xa3", "video/webm"],
];

/**
 * The media type of a file, of the images and videos that browsers show without running scripts; undefined for every
 * other kind of file, such as SVG, HTML and text.
 */
export function mediaOfBytes(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 16)).toString("latin1");
  return signatures.find(([offset, signature]) => text.startsWith(signature, offset))?.[2];
}
