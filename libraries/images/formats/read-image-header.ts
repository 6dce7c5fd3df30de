// Reads the format, the size and the orientation of an image file, from its bytes, a stream of them, or any other source.

import { signatureBytes } from "@pictor/kernel/plugin";
import { readAvifHeader } from "./avif.js";
import { imageFileFormatOf, type ImageFileFormat } from "./format.js";
import { readBmpHeader, readGifHeader } from "./gif-and-bmp.js";
import { readJpegHeader } from "./jpeg.js";
import { readPngHeader } from "./png.js";
import type { ByteRange, HeaderReading } from "./reading.js";
import { uprightSize, type Size } from "./size.js";
import { readWebpHeader } from "./webp.js";

/** Width and height are those of the upright image, as programs show it. */
export interface ImageHeader extends Size {
  readonly format: ImageFileFormat;
  /** The EXIF orientation, 1 (upright) to 8, by which the stored pixels become the upright image. */
  readonly orientation: number;
}

export interface HeaderOptions {
  /**
   * Looks for the orientation of a PNG only in front of its image data, as browsers do. A few reads are then enough. By default, it
   * may follow the image data, as for PIL.
   */
  readonly toImageData?: boolean;
}

/** End of a sentence about a file of another format. */
const unknownFormat = "it is not a PNG, JPEG, WebP, GIF, BMP or AVIF image";

const readers: Readonly<
  Record<ImageFileFormat, (options: { readonly toImageData: boolean }) => HeaderReading>
> = {
  png: readPngHeader,
  jpeg: readJpegHeader,
  webp: readWebpHeader,
  gif: readGifHeader,
  bmp: readBmpHeader,
  avif: readAvifHeader,
};

function* readHeader({
  toImageData = false,
}: HeaderOptions): Generator<ByteRange, ImageHeader | string, Buffer> {
  const format = imageFileFormatOf(yield { at: 0, length: signatureBytes });
  if (format === undefined) return unknownFormat;
  const found = yield* readers[format]({ toImageData });
  if (typeof found === "string") return found;
  const { size, orientation } = found;
  return { format, ...uprightSize(size, orientation), orientation };
}

/** The header of a file, or the end of a sentence that says why it has none ("it ..."). Does not check the image data. */
export function imageHeaderOf(file: Uint8Array): ImageHeader | string {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const reading = readHeader({});
  let step = reading.next();
  while (step.done !== true)
    step = reading.next(bytes.subarray(step.value.at, step.value.at + step.value.length));
  return step.value;
}

/** Reads a range of a file: fewer bytes only at its end. The ranges of a header begin in ascending order, and may overlap. */
export type ReadRange = (range: ByteRange) => Promise<Uint8Array>;

/** Like `imageHeaderOf`, for a file that is read range by range. Passes errors of `read` on. */
export async function readImageHeader(
  read: ReadRange,
  options: HeaderOptions = {},
): Promise<ImageHeader | string> {
  const reading = readHeader(options);
  let step = reading.next();
  while (step.done !== true) step = reading.next(Buffer.from(await read(step.value)));
  return step.value;
}

/** Like `imageHeaderOf`, for a stream, which it reads as far as the header reaches and closes. Passes errors of the source on. */
export async function streamedImageHeader(source: AsyncIterable<Uint8Array>): Promise<ImageHeader | string> {
  const iterator = source[Symbol.asyncIterator]();
  // The bytes of the file from `start` on that have arrived and may be asked for.
  let [start, kept]: [number, Uint8Array] = [0, new Uint8Array()];
  try {
    return await readImageHeader(async ({ at, length }) => {
      const pieces = [kept.subarray(at - start)];
      for (let end = start + kept.length; end < at + length;) {
        const next = await iterator.next();
        if (next.done === true) break;
        pieces.push(next.value.subarray(Math.max(0, at - end)));
        end += next.value.length;
      }
      [start, kept] = [at, Buffer.concat(pieces)];
      return kept.subarray(0, length);
    });
  } finally {
    await iterator.return?.();
  }
}
