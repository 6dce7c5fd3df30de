// Everything that a picture of any format says of how it was made.

import { createByteReader } from "./byte-reader.js";
import { createCollector } from "./collector.js";
import { formatOf, magicBytes } from "./format.js";
import { readJpeg } from "./jpeg/read.js";
import { knownTexts } from "./known-texts.js";
import { readPng } from "./png/read.js";
import { parseRecord, recordKeyword } from "./record.js";
import type { PictureMetadata } from "./types.js";
import { readWebp } from "./webp/read.js";

/** The file is no picture that can be read; the message is a sentence about it. */
export class UnreadablePictureError extends Error {
  readonly code = "PICTURE_UNREADABLE";
  /** The end of a sentence that begins with the picture. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The picture cannot be read: ${reason}.`);
    this.name = "UnreadablePictureError";
    this.reason = reason;
  }
}

const readers = { png: readPng, webp: readWebp, jpeg: readJpeg } as const;

/**
 * Reads a PNG, WebP or JPEG to its end (a JPEG to its image data), without decoding it.
 *
 * Throws `UnreadablePictureError` where it is none of them or does not say its size, and what the source throws. What is
 * damaged beyond that, or longer than any text should be, is left out and noted. Memory: at most 16 MiB of one part of
 * the file, and 32 MiB of texts, however they are compressed.
 */
export async function readPicture(source: AsyncIterable<Uint8Array>): Promise<PictureMetadata> {
  const reader = createByteReader(source);
  const collector = createCollector();
  try {
    const format = formatOf(await reader.peek(magicBytes));
    if (format === undefined) throw new UnreadablePictureError("it is neither a PNG nor a WebP nor a JPEG");
    const size = await readers[format](reader, collector);
    if (typeof size === "string") throw new UnreadablePictureError(size);
    const texts = collector.texts();
    const own = texts.get(recordKeyword);
    const read = own === undefined ? undefined : parseRecord(own);
    if (read !== undefined && "problem" in read) {
      collector.note(`Its record "${recordKeyword}" cannot be used: it ${read.problem}.`);
    }
    return {
      format,
      ...size,
      texts: Object.fromEntries(texts),
      ...knownTexts(texts),
      ...(read !== undefined && "record" in read && { record: read.record }),
      notes: collector.notes(),
    };
  } finally {
    await reader.close();
  }
}
