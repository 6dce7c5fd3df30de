// Reads a WebP: its size and its EXIF texts.

import { orientationOf, uprightSize, webpImageBytes, webpImageOf, type Size } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import { maxHeadBytes } from "../base/limits.js";
import type { TextCollector } from "../base/text-collector.js";
import { decodeAscii } from "../exif/exif-text.js";
import { collectExifTexts } from "../exif/read-exif.js";
import { collectHiddenTexts } from "../hidden/hidden-texts.js";
import { xmpKeyword } from "../xmp/xmp-texts.js";
import * as webp from "./chunks.js";
import { ImageData } from "./image-data.js";

/** The chunks with texts, and what a note calls their data. */
const textChunks: Readonly<Record<string, "EXIF" | "XMP">> = { EXIF: "EXIF", "XMP ": "XMP" };

/**
 * Returns the size, or the end of a sentence that says why it is unknown. Decodes image data only if there is no text,
 * because one may be hidden in it.
 */
export async function readWebp(reader: ByteReader, collector: TextCollector): Promise<Size | string> {
  const total = webp.readRiffHeader(await reader.take(webp.riffHeaderBytes));
  if (total === undefined) return "it is not a WebP";
  let size: Size | undefined;
  let orientation: number | undefined;
  let pixels: ImageData | undefined;
  for (let remaining = total; remaining >= webp.chunkHeaderBytes;) {
    const header = webp.readChunkHeader(await reader.take(webp.chunkHeaderBytes));
    if (header === undefined) break;
    if (size === undefined) {
      const start = await reader.peek(Math.min(header.length, webpImageBytes));
      const image = webpImageOf(header.type, start);
      if (image === undefined) return "its first chunk is not an image";
      size = { width: image.width, height: image.height };
      if (!webp.announcesTexts(header.type, start)) pixels = new ImageData(header.type, image);
    }
    remaining -= webp.chunkHeaderBytes + header.paddedLength;
    let taken = 0;
    const kind = textChunks[header.type];
    if (kind !== undefined && header.length > maxHeadBytes) {
      collector.note(`Its ${kind} data has more than ${maxHeadBytes} bytes and was left out.`);
    } else if (kind !== undefined) {
      const data = await reader.take(header.length);
      taken = data.length;
      if (kind === "EXIF") {
        orientation ??= orientationOf(data);
        collectExifTexts(data, collector);
      } else if (collector.reserve(data.length)) collector.add(xmpKeyword, decodeAscii(data));
    } else if (pixels?.reserve(header) === true) {
      const data = await reader.take(header.length);
      taken = data.length;
      pixels.add(header.type, data);
    }
    taken += await reader.skip(header.paddedLength - taken);
    // Compares with the length without padding: many files lack the padding byte at their end.
    if (taken < header.length) {
      collector.note("It is damaged: it ends inside a chunk.");
      break;
    }
  }
  const bits = collector.texts.size === 0 ? await pixels?.lowestBits() : undefined;
  if (bits !== undefined) collectHiddenTexts(bits, collector);
  return size === undefined ? "it ends before its image data" : uprightSize(size, orientation ?? 1);
}
