// Decodes PNG, JPEG and WebP files, distinguished by their first bytes; an animation is decoded to its first frame.
import { createRequire } from "node:module";
import { Inflater } from "@pictor/inflate";
import type * as PngJs from "pngjs";
import { pngChunks } from "../formats/png-chunks.js";
import { riffChunk, readRiffChunks, riffFile } from "../formats/riff.js";
import { decodeJpegBytes } from "./jpeg-codec.js";
import { imageFormatOf, type ImageFormat } from "../formats/format.js";
import { imageHeaderOf } from "../formats/read-image-header.js";
import { applyOrientation } from "./orientation.js";
import { UnidentifiedImageError, ImageDecodeError, type RgbaImage } from "./byte-images.js";
import { decodeWebpBytes } from "./webp-codec.js";
import { webpPixels } from "./webp-pixels.js";

/** Loads pngjs at its first use, because a server that only generates images does not need it. */
const load = createRequire(import.meta.url);
const pngReader = (): typeof PngJs.PNG => (load("pngjs") as typeof PngJs).PNG;

/** The default limit of pixels. Larger images are refused, so that a small file cannot exhaust the memory. */
const MAX_PIXELS = 16384 * 16384;

export interface DecodeOptions {
  /** The largest number of pixels. Default: 16,384 × 16,384. */
  readonly maxPixels?: number;
}

/**
 * Applies the EXIF orientation. Throws an UnidentifiedImageError for a file of an unsupported format, an
 * ImageDecodeError for a broken or truncated one, and for one with more than `maxPixels`.
 */
export function decodeImage(file: Uint8Array, { maxPixels = MAX_PIXELS }: DecodeOptions = {}): RgbaImage {
  const format = imageFormatOf(file);
  if (format === undefined) throw new UnidentifiedImageError("cannot identify image file");
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const header = imageHeaderOf(bytes);
  if (typeof header === "string") throw new ImageDecodeError(`broken ${format} file: ${header}`);
  const pixels = Math.max(header.width * header.height, format === "webp" ? webpPixels(bytes) : 0);
  if (pixels > maxPixels)
    throw new ImageDecodeError(
      `the image is too large: it has ${pixels} pixels, and ${maxPixels} are allowed`,
    );
  try {
    return applyOrientation(decoders[format](bytes, maxPixels), header.orientation);
  } catch (error) {
    if (error instanceof ImageDecodeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImageDecodeError(`broken ${format} file: ${reason}`, { cause: error });
  }
}

const decoders: Readonly<Record<ImageFormat, (file: Buffer, maxPixels: number) => RgbaImage>> = {
  png: decodePng,
  jpeg: decodeJpeg,
  webp: decodeWebp,
};

/** Upper limits for a PNG file: the bytes of a pixel, and the bytes that the seven passes add to a row. */
const [MAX_PIXEL_BYTES, MAX_ROW_BYTES] = [8, 7];

/**
 * pngjs does not limit the unpacked size of an interlaced file. Throws if the file contains more data than its pixels
 * need.
 */
function limitInterlaced(file: Buffer): void {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];

  const parts: Buffer[] = [];
  for (const { type, data } of pngChunks(file)) if (type === "IDAT") parts.push(data);
  // Pixels of one color have any ratio; their number is the bound.
  const maxBytes = width * height * MAX_PIXEL_BYTES + height * MAX_ROW_BYTES + 64;
  const inflated = new Inflater({ maxBytes }).inflate(Buffer.concat(parts), "zlib");
  if (!("bytes" in inflated))
    throw new ImageDecodeError(`broken png file: its pixels are ${inflated.problem}`);
}

/** Offset of the interlace method in a PNG file. */
const INTERLACE = 28;
/** Offset of the color type in a PNG file, and the bit of the color type that indicates an alpha channel. */
const COLOR_TYPE = 25;
const HAS_ALPHA = 4;

/** Whether a chunk in front of the image data makes a color transparent. */
function hasTransparentColor(file: Buffer): boolean {
  for (const { type } of pngChunks(file)) if (type === "IDAT" || type === "tRNS") return type === "tRNS";
  return false;
}

function decodePng(file: Buffer): RgbaImage {
  if (file.readUInt8(INTERLACE) !== 0) limitInterlaced(file);
  const { width, height, data } = pngReader().sync.read(file);
  const hasAlpha = (file.readUInt8(COLOR_TYPE) & HAS_ALPHA) !== 0 || hasTransparentColor(file);
  return { width, height, rgba: data, hasAlpha };
}

function decodeJpeg(file: Buffer, maxPixels: number): RgbaImage {
  return { ...decodeJpegBytes(file, maxPixels), hasAlpha: false };
}

function decodeWebp(file: Buffer): RgbaImage {
  const decoded = decodeWebpBytes(firstFrame(file) ?? file);
  if (!decoded) throw new ImageDecodeError("broken webp file: it cannot be decoded");
  const { width, height, data } = decoded;
  const rgba = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, rgba, hasAlpha: rgba.some((value, i) => i % 4 === 3 && value < 255) };
}

/** The first frame of an animation as a separate file; undefined for a still image. */
function firstFrame(file: Buffer): Buffer | undefined {
  const frame = readRiffChunks(file).find(({ type }) => type === "ANMF")?.data;
  if (frame === undefined || frame.length < 24) return undefined;
  const parts = readRiffChunks(frame, 16);
  const alpha = parts.some(({ type }) => type === "ALPH");
  const header = Buffer.alloc(10);
  header.writeUInt8(alpha ? 0x10 : 0, 0);
  frame.copy(header, 4, 6, 12);
  return riffFile([
    ...(alpha ? [riffChunk("VP8X", header)] : []),
    ...parts.map(({ type, data }) => riffChunk(type, data)),
  ]);
}
