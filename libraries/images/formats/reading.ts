// How a header is read: a reader asks for ranges of the file in ascending order, and does not know where the file lies.

import type { OrientedSize } from "./size.js";

/** A range of the file in bytes. */
export interface ByteRange {
  readonly at: number;
  readonly length: number;
}

/**
 * Asks for ranges, and receives their bytes: fewer only at the end of the file. Returns the size, or the end of a sentence that
 * says why there is none ("it ...").
 */
export type HeaderReading = Generator<ByteRange, OrientedSize | string, Buffer>;

/** The most chunks, segments or boxes of a file that are looked at, so that a file of empty ones is read in a moment. */
export const maxParts = 10_000;

/** The most bytes of one of them, and of all in front of the image data. */
export const maxHeadBytes = 16 * 1024 * 1024;
