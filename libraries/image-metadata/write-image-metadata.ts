// Writes metadata into the byte stream of an image of any supported format.

import { imageFormatOf } from "@pictor/images/formats";
import { signatureBytes } from "@pictor/kernel/plugin";
import { ByteReader } from "./base/byte-reader.js";
import type { MetadataFactory, MetadataToWrite } from "./image-metadata.js";
import { writeJpeg } from "./jpeg/write-jpeg.js";
import { writePng } from "./png/write-png.js";
import { formatAsciiRecord, formatProjectRecord, recordKeyword } from "./project/project-record.js";
import { writeWebp } from "./webp/write-webp.js";

const pngTexts = ({ parameters, record }: MetadataToWrite) => [
  { keyword: "parameters", text: parameters },
  { keyword: recordKeyword, text: formatProjectRecord(record) },
];

const exifMetadata = ({ parameters, record }: MetadataToWrite) => ({
  parameters,
  record: formatAsciiRecord(record),
});

/**
 * Yields the image with the new metadata, which replaces metadata that Pictor wrote before. Everything else stays, the
 * image data byte for byte. `onProblem` receives the reason why metadata could not be written, as the end of a sentence
 * whose subject is the image. The image then passes unchanged, or with the metadata that could be written. Errors of
 * the source are passed on. Memory: at most 16 MiB for everything in front of the image data, and as much for existing
 * EXIF data.
 */
export async function* writeImageMetadata(
  source: AsyncIterable<Uint8Array>,
  metadata: MetadataToWrite | MetadataFactory,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  try {
    const format = imageFormatOf(await reader.peek(signatureBytes));
    if (format === undefined) {
      onProblem("it is neither a PNG nor a WebP nor a JPEG");
      yield* reader.pieces();
      return;
    }
    const createMetadata = typeof metadata === "function" ? metadata : () => metadata;
    if (format === "png") {
      yield* writePng(reader, (header) => pngTexts(createMetadata(header)), onProblem);
    } else {
      const write = format === "webp" ? writeWebp : writeJpeg;
      yield* write(reader, (header) => exifMetadata(createMetadata(header)), onProblem);
    }
  } finally {
    await reader.close();
  }
}
