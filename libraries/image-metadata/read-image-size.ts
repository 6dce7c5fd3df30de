// Reads the size of an image from its first bytes, without its texts and its pixels.

import { createByteReader, type ByteReader } from "./base/byte-reader.js";
import type { Size } from "./base/image-header.js";
import { detectImageFormat, signatureBytes } from "./image-format.js";
import { readJpegHead, sizeOf as sizeOfJpeg } from "./jpeg/segments.js";
import { headerBytes, signature } from "./png/chunks.js";
import { sizeOf as sizeOfPng } from "./png/png-head.js";
import * as webp from "./webp/chunks.js";

const ihdrBytes = 13;

async function sizeOfWebp(reader: ByteReader): Promise<Size | undefined> {
  await reader.take(webp.riffHeaderBytes);
  const header = webp.readChunkHeader(await reader.take(webp.chunkHeaderBytes));
  return header && webp.readImageHeader(header.type, await reader.take(webp.imageHeaderBytes));
}

const readers = {
  png: async (reader: ByteReader) => {
    await reader.take(signature.length + headerBytes);
    return sizeOfPng(await reader.take(ihdrBytes));
  },
  jpeg: async (reader: ByteReader) => sizeOfJpeg((await readJpegHead(reader)).segments),
  webp: sizeOfWebp,
} as const;

/**
 * Reads the size. Returns undefined for a file of another format than PNG, JPEG and WebP, and for one without a size.
 * Passes errors of the source on.
 */
export async function readImageSize(source: AsyncIterable<Uint8Array>): Promise<Size | undefined> {
  const reader = createByteReader(source);
  try {
    const format = detectImageFormat(await reader.peek(signatureBytes));
    const found = format && (await readers[format](reader));
    return found && { width: found.width, height: found.height };
  } finally {
    await reader.close();
  }
}
