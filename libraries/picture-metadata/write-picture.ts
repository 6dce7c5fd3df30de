// Texts into a picture of any format, as it streams by.

import { createByteReader } from "./byte-reader.js";
import { formatOf, magicBytes } from "./format.js";
import { writeJpeg } from "./jpeg/write.js";
import { writePng } from "./png/write.js";
import { recordKeyword, recordText } from "./record.js";
import type { PictureTexts, TextsFor } from "./types.js";
import { writeWebp } from "./webp/write.js";

const pngTexts = ({ parameters, record }: PictureTexts) => [
  { keyword: "parameters", text: parameters },
  { keyword: recordKeyword, text: recordText(record) },
];

const exifTexts = ({ parameters, record }: PictureTexts) => ({
  parameters,
  record: recordText(record, true),
});

/**
 * The picture's stream with `texts` in it, in place of older ones of ours; everything else stays, the image data byte
 * for byte. `onProblem` is told, in the end of a sentence that begins with the picture, what could not be written and
 * why; then the picture passes as it is, or with what could be. An error of the source is passed on.
 *
 * Memory: what stands in front of the image data and old EXIF data, at most 16 MiB each, and pieces of the source.
 */
export async function* writePicture(
  source: AsyncIterable<Uint8Array>,
  texts: PictureTexts | TextsFor,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const reader = createByteReader(source);
  try {
    const format = formatOf(await reader.peek(magicBytes));
    if (format === undefined) {
      onProblem("it is neither a PNG nor a WebP nor a JPEG");
      yield* reader.pieces();
      return;
    }
    const textsFor = typeof texts === "function" ? texts : () => texts;
    if (format === "png") {
      yield* writePng(reader, (size) => pngTexts(textsFor(size)), onProblem);
    } else {
      const write = format === "webp" ? writeWebp : writeJpeg;
      yield* write(reader, (size) => exifTexts(textsFor(size)), onProblem);
    }
  } finally {
    await reader.close();
  }
}
