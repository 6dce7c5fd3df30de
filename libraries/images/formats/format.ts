// The formats of image files, told by their first bytes: the names and the media types that servers give may be wrong.

/** The formats that are decoded and written. */
export type ImageFormat = "png" | "jpeg" | "webp";

export type ImageFileFormat = ImageFormat | "gif" | "bmp" | "avif";

/** Number of first bytes that `imageFileFormatOf` needs. */
export const signatureBytes = 12;

/** The first bytes as Latin-1; any byte may stand where a question mark is. */
const signatures: readonly (readonly [format: ImageFileFormat, signature: string])[] = [
  ["png", "\x89PNG\r\n\x1a\n"],
  ["jpeg", "\xff\xd8\xff"],
  ["webp", "RIFF????WEBP"],
  ["gif", "GIF87a"],
  ["gif", "GIF89a"],
  ["bmp", "BM"],
  ["avif", "????ftypavif"],
  ["avif", "????ftypavis"],
  // Two brands for every image in a file of this kind: AVIF and HEIC share them.
  ["avif", "????ftypmif1"],
  ["avif", "????ftypmsf1"],
];

/** The format of a file; undefined for a file of any other format. */
export function imageFileFormatOf(file: Uint8Array): ImageFileFormat | undefined {
  const head = Buffer.from(file.subarray(0, signatureBytes)).toString("latin1");
  const begins = (signature: string): boolean =>
    Array.from(signature).every((byte, at) => byte === "?" || byte === head[at]);
  return signatures.find(([, signature]) => begins(signature))?.[0];
}

/** The format of a file that is decoded and written; undefined for any other. */
export function imageFormatOf(file: Uint8Array): ImageFormat | undefined {
  const format = imageFileFormatOf(file);
  return format === "png" || format === "jpeg" || format === "webp" ? format : undefined;
}
