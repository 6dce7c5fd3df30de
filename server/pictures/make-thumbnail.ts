// Makes a thumbnail from a file that is not trusted. Runs in a separate thread.

import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { decodeImage, encodeWebp, imageFormatOf, shrinkImage } from "@pictor/images";

/** A task that the server gives to a thread. */
export interface ThumbnailTask {
  readonly path: string;
  /** The largest width and height, in pixels. */
  readonly size: number;
}

export type ThumbnailResult =
  | { readonly kind: "made"; readonly bytes: Uint8Array }
  /** No thumbnail can be made; `reason` is a clause that contains no path. */
  | { readonly kind: "impossible"; readonly reason: string };

/** Limits of the image. Decoding the largest one takes less than 1 GiB. */
const maxPixels = 40_000_000;
const maxBytes = 256 * 1024 ** 2;

function readImage(path: string): Buffer | undefined {
  const file = openSync(path, "r");
  try {
    return fstatSync(file).size > maxBytes ? undefined : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

const impossible = (reason: string): ThumbnailResult => ({ kind: "impossible", reason });

/** A WebP image; transparent where the original is transparent. */
export function makeThumbnail({ path, size }: ThumbnailTask): ThumbnailResult {
  try {
    const file = readImage(path);
    if (file === undefined) return impossible(`the file has more than ${maxBytes} bytes`);
    if (imageFormatOf(file) === undefined) return impossible("the file is not a PNG, JPEG or WebP image");
    return { kind: "made", bytes: encodeWebp(shrinkImage(decodeImage(file, { maxPixels }), size)) };
  } catch (error) {
    // Errors of the file system contain the path, which clients must not see.
    const isOfSystem = error instanceof Error && "syscall" in error;
    return impossible(isOfSystem || !(error instanceof Error) ? "the file cannot be read" : error.message);
  }
}
