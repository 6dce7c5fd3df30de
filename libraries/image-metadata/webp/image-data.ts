// The image data of a WebP without other texts, in whose pixels a text may be hidden. It is decoded only for that.

import { riffChunk, riffFile, type WebpImage } from "@pictor/images/formats";
import { maxHeadBytes } from "../base/limits.js";
import type { ChunkHeader } from "./chunks.js";

/** The chunks that a decoder needs. */
const imageChunks = new Set(["VP8X", "ALPH", "VP8 ", "VP8L"]);

/** Four bytes each: what is decoded takes no more memory than another part of a file. */
const maxPixels = maxHeadBytes / 4;

export class ImageData {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isWanted: boolean;

  /** Only what is kept without loss can hide a text: all channels, or alpha alone. */
  constructor(type: string, { hasAlpha, isAnimated, width, height }: WebpImage) {
    const mayHide = type === "VP8L" || type === "VP8X" || hasAlpha;
    this.#isWanted = mayHide && !isAnimated && width * height <= maxPixels;
  }

  /**
   * Reserves memory before a chunk is read; false for a chunk that is not needed. After one that is too large, none is
   * needed.
   */
  reserve({ type, length }: ChunkHeader): boolean {
    if (!imageChunks.has(type)) return false;
    this.#bytes += length;
    this.#isWanted &&= this.#bytes <= maxHeadBytes;
    return this.#isWanted;
  }

  add(type: string, data: Uint8Array): void {
    this.#chunks.push(riffChunk(type, data));
  }

  /** The lowest bits of each pixel, as `collectHiddenTexts` takes them. Undefined for an image that is not decoded. */
  async lowestBits(): Promise<Uint8Array | undefined> {
    if (!this.#isWanted) return undefined;
    const { decodeImage, ImageDecodeError } = await import("@pictor/images");
    try {
      const { width, height, rgba } = decodeImage(riffFile(this.#chunks), { maxPixels });
      const bits = new Uint8Array(width * height);
      for (let at = 0; at < rgba.length; at++) {
        const pixel = at >> 2;
        const index = (pixel % width) * height + Math.floor(pixel / width);
        bits[index] = ((bits[index] ?? 0) << 1) | ((rgba[at] ?? 0) & 1);
      }
      return bits;
    } catch (error) {
      if (error instanceof ImageDecodeError) return undefined;
      throw error;
    }
  }
}
