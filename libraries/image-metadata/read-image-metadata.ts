// Reads the metadata of an image, a video or a sound of any supported format.

import { signatureBytes } from "@pictor/kernel/plugin";
import { ByteReader } from "./base/byte-reader.js";
import { TextCollector } from "./base/text-collector.js";
import { readAvif } from "./bmff/read-avif.js";
import { readMp4 } from "./bmff/read-mp4.js";
import { detectReadFormat } from "./image-format.js";
import type { ImageMetadata } from "./image-metadata.js";
import { readJpeg } from "./jpeg/read-jpeg.js";
import { selectKnownTexts } from "./known-texts.js";
import { readFlac } from "./media/read-flac.js";
import { readWebm } from "./media/read-webm.js";
import { readPng } from "./png/read-png.js";
import { parseProjectRecord, recordKeyword } from "./project/project-record.js";
import { readWebp } from "./webp/read-webp.js";

/** The file is not an image of a supported format, or its header is damaged. */
export class UnreadableImageError extends Error {
  readonly code = "IMAGE_UNREADABLE";
  /** End of a sentence whose subject is the image. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The image cannot be read: ${reason}.`);
    this.name = "UnreadableImageError";
    this.reason = reason;
  }
}

/** End of a sentence about a file of another format. */
export const unknownFormat = "it is not a PNG, WebP, JPEG, AVIF, MP4, WebM or FLAC";

const readers = {
  png: readPng,
  webp: readWebp,
  jpeg: readJpeg,
  avif: readAvif,
  mp4: readMp4,
  webm: readWebm,
  flac: readFlac,
} as const;

/**
 * Reads the file as far as it can have texts. Decodes pixels only of a PNG or a WebP without texts, which may hide one in them.
 *
 * Throws `UnreadableImageError` for a file of another format and for an image without a size, and passes errors of the
 * source on. Texts that are damaged or too long are left out and noted. Memory: at most 16 MiB for one part of the
 * file, 8 MiB for all texts, compressed or not.
 */
export async function readImageMetadata(source: AsyncIterable<Uint8Array>): Promise<ImageMetadata> {
  const reader = new ByteReader(source);
  const collector = new TextCollector();
  try {
    const format = detectReadFormat(await reader.peek(signatureBytes));
    if (format === undefined) throw new UnreadableImageError(unknownFormat);
    const size = await readers[format](reader, collector);
    if (typeof size === "string") throw new UnreadableImageError(size);
    const texts = collector.texts;
    const recordJson = texts.get(recordKeyword);
    const parsed = recordJson === undefined ? undefined : parseProjectRecord(recordJson);
    if (parsed !== undefined && "problem" in parsed) {
      collector.note(`Its record "${recordKeyword}" cannot be used: it ${parsed.problem}.`);
    }
    return {
      format,
      ...size,
      texts: Object.fromEntries(texts),
      ...selectKnownTexts(texts),
      ...(parsed !== undefined && "record" in parsed && { record: parsed.record }),
      notes: collector.notes,
    };
  } finally {
    await reader.close();
  }
}
