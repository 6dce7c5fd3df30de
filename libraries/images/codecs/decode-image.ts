// Reads picture files: PNG, JPEG and WebP, told apart by their first bytes. Of an animation the first frame.
import { createRequire } from "node:module";
import type * as JpegJs from "jpeg-js";
import type * as PngJs from "pngjs";
import { chunk, readChunks, riff } from "./encode-webp.js";
import { orientationOf, upright } from "./orientation.js";
import { UnknownPictureError, UnreadablePictureError, type RgbaPicture } from "./byte-images.js";
import { decodeWebpBytes } from "./webp-codec.js";

/** The readers are loaded when the first picture is read: a server that only paints never needs them. */
const load = createRequire(import.meta.url);
const pngReader = (): typeof PngJs.PNG => (load("pngjs") as typeof PngJs).PNG;
const jpegReader = (): typeof JpegJs => load("jpeg-js") as typeof JpegJs;

export type PictureFormat = "png" | "jpeg" | "webp";

/** More than this is refused: a small file must not be able to fill the memory. */
const MAX_PIXELS = 16384 * 16384;
const MAX_JPEG_MEGABYTES = 4096;

/** The format that the first bytes name, if it is one that can be read. */
export function formatOf(file: Uint8Array): PictureFormat | undefined {
  const head = Buffer.from(file.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "webp" : undefined;
}

/**
 * Throws an UnreadablePictureError for everything that is no whole picture, an UnknownPictureError for what is none at all.
 * JPEGs come upright.
 */
export function decodePicture(file: Uint8Array): RgbaPicture {
  const format = formatOf(file);
  if (format === undefined) throw new UnknownPictureError("cannot identify image file");
  try {
    return decoders[format](Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  } catch (error) {
    if (error instanceof UnreadablePictureError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadablePictureError(`broken ${format} file: ${reason}`, { cause: error });
  }
}

const decoders: Readonly<Record<PictureFormat, (file: Buffer) => RgbaPicture>> = {
  png: decodePng,
  jpeg: decodeJpeg,
  webp: decodeWebp,
};

const COLOUR_TYPE = 25;
const HAS_ALPHA = 4;

function decodePng(file: Buffer): RgbaPicture {
  if (file.length < 33) throw new UnreadablePictureError("broken png file: it ends in its header");
  if (file.readUInt32BE(16) * file.readUInt32BE(20) > MAX_PIXELS) throw tooLarge();
  const { width, height, data } = pngReader().sync.read(file);
  const head = file.subarray(0, file.indexOf("IDAT", 33, "latin1"));
  const hasAlpha = (file.readUInt8(COLOUR_TYPE) & HAS_ALPHA) !== 0 || head.includes("tRNS", 33, "latin1");
  return { width, height, rgba: data, hasAlpha };
}

function decodeJpeg(file: Buffer): RgbaPicture {
  const { width, height, data } = jpegReader().decode(file, {
    useTArray: true,
    maxResolutionInMP: MAX_PIXELS / 1e6,
    maxMemoryUsageInMB: MAX_JPEG_MEGABYTES,
  });
  return upright({ width, height, rgba: data, hasAlpha: false }, orientationOf(file));
}

function decodeWebp(file: Buffer): RgbaPicture {
  const decoded = decodeWebpBytes(firstFrame(file) ?? file);
  if (!decoded) throw new UnreadablePictureError("broken webp file: it cannot be decoded");
  const { width, height, data } = decoded;
  const rgba = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, rgba, hasAlpha: rgba.some((value, i) => i % 4 === 3 && value < 255) };
}

/** The first frame of an animation as a file of its own; undefined for a single picture. */
function firstFrame(file: Buffer): Buffer | undefined {
  const frame = readChunks(file).find(({ type }) => type === "ANMF")?.data;
  if (frame === undefined || frame.length < 24) return undefined;
  const parts = readChunks(frame, 16);
  const alpha = parts.some(({ type }) => type === "ALPH");
  const header = Buffer.alloc(10);
  header.writeUInt8(alpha ? 0x10 : 0, 0);
  frame.copy(header, 4, 6, 12);
  return riff([
    ...(alpha ? [chunk("VP8X", header)] : []),
    ...parts.map(({ type, data }) => chunk(type, data)),
  ]);
}

const tooLarge = (): UnreadablePictureError => new UnreadablePictureError("the picture is too large");
