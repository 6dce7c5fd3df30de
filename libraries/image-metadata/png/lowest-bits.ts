// Decodes the pixels of a PNG as far as their lowest bits, in which some programs hide texts, within memory limits.

import { paeth } from "@pictor/images/formats";
import { inflateStream } from "@pictor/inflate";
import { viewOf } from "../base/byte-reader.js";
import { maxHeadBytes } from "../base/limits.js";

/** The form of the image data (PNG specification, third edition, section 11.2.1). */
export interface PixelForm {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel: red, green and blue, and perhaps alpha. */
  readonly channels: 3 | 4;
}

/** The widest row whose pixels are decoded: other work waits while one is. No image is nearly as wide. */
const maxWidth = 65_535;

/** The form of an image that can hide a text: 8 bits for each channel, in color, not interlaced, not too large. */
export function formOfHiding(ihdr: Uint8Array): PixelForm | undefined {
  const view = viewOf(ihdr);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, color, , , interlace] = ihdr.subarray(8);
  const channels = color === 2 ? 3 : color === 6 ? 4 : undefined;
  const isLarge = width > maxWidth || width * height > maxHeadBytes;
  if (channels === undefined || depth !== 8 || interlace !== 0 || isLarge) return undefined;
  return { width, height, channels };
}

/** What the filter types 1 to 4 add to a byte: its left one, the one above, their mean, or what Paeth predicts of them. */
const predictors: readonly ((left: number, up: number, upLeft: number) => number)[] = [
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
];

/** Undoes the filter of a row (section 9.2) in place. False for an unknown filter. */
function unfilter(type: number, row: Uint8Array, above: Uint8Array, step: number): boolean {
  const predict = predictors[type - 1];
  if (predict === undefined) return type === 0;
  for (let at = 0; at < row.length; at++) {
    // What lies outside of the image counts as 0.
    const [left, upLeft] = [row[at - step] ?? 0, above[at - step] ?? 0];
    row[at] = (row[at] ?? 0) + predict(left, above[at] ?? 0, upLeft);
  }
  return true;
}

/** The rows of the image data, without filters. The same memory holds every second row. */
async function* rowsOf(
  data: readonly Uint8Array[],
  { width, height, channels }: PixelForm,
): AsyncGenerator<Uint8Array> {
  const rowBytes = width * channels;
  let [row, above] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)];
  let [filter, filled, count] = [-1, 0, 0];
  const source = (async function* () {
    for (const part of data) yield await Promise.resolve(part);
  })();
  for await (const chunk of inflateStream(source, ["deflate"], { maxBytes: (rowBytes + 1) * height })) {
    for (let at = 0; at < chunk.length;) {
      if (filter < 0) filter = chunk[at++] ?? 0;
      const part = chunk.subarray(at, at + rowBytes - filled);
      row.set(part, filled);
      [at, filled] = [at + part.length, filled + part.length];
      if (filled < rowBytes) continue;
      if (!unfilter(filter, row, above, channels)) return;
      yield row;
      [row, above, filter, filled] = [above, row, -1, 0];
      if (++count === height) return;
    }
  }
}

/**
 * The lowest bits of each pixel, as `collectHiddenTexts` takes them. Undefined for a damaged image, and, without
 * decoding the rest, for one whose first `decisive` pixels `begins` does not accept.
 */
export async function lowestBits(
  data: readonly Uint8Array[],
  form: PixelForm,
  decisive: number,
  begins: (bits: Uint8Array) => boolean,
): Promise<Uint8Array | undefined> {
  const { width, height, channels } = form;
  const bits = new Uint8Array(width * height);
  const decided = Math.min(height, decisive);
  let y = 0;
  try {
    for await (const row of rowsOf(data, form)) {
      for (let x = 0; x < width; x++) {
        let pixel = 0;
        for (let at = x * channels; at < (x + 1) * channels; at++)
          pixel = (pixel << 1) | ((row[at] ?? 0) & 1);
        bits[x * height + y] = channels === 4 ? pixel : pixel << 1;
      }
      y++;
      if (y === decided && !begins(bits)) return undefined;
    }
  } catch {
    return undefined;
  }
  return y === height ? bits : undefined;
}
