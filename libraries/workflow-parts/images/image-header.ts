// Parses the size in the header of an image file: PNG, JPEG, WebP, GIF and BMP.

import type { Size } from "../upscale/scale-primary.js";
import { findJpegExif, swapsWidthAndHeight } from "./exif-orientation.js";

type SizeParser = (file: DataView) => Size | undefined;

/** The text in a range of the file; empty when the range exceeds the file. */
const readText = (file: DataView, offset: number, length: number): string =>
  offset + length > file.byteLength
    ? ""
    : String.fromCharCode(...new Uint8Array(file.buffer, file.byteOffset + offset, length));

const orient = ({ width, height }: Size, exif: DataView | undefined): Size =>
  exif !== undefined && swapsWidthAndHeight(exif) ? { width: height, height: width } : { width, height };

/** The layout of chunks in a file format. The offsets of type and size count from the first byte of a chunk. */
interface ChunkLayout {
  readonly firstChunk: number;
  readonly typeOffset: number;
  readonly sizeOffset: number;
  readonly isLittleEndian: boolean;
}
const pngLayout: ChunkLayout = { firstChunk: 8, typeOffset: 4, sizeOffset: 0, isLittleEndian: false };
const webpLayout: ChunkLayout = { firstChunk: 12, typeOffset: 0, sizeOffset: 4, isLittleEndian: true };

/** The content of the first chunk of this type. */
function findChunk(
  file: DataView,
  type: string,
  { firstChunk, typeOffset, sizeOffset, isLittleEndian }: ChunkLayout,
): DataView | undefined {
  for (let offset = firstChunk; offset + 8 <= file.byteLength;) {
    const size = file.getUint32(offset + sizeOffset, isLittleEndian);
    if (offset + 8 + size > file.byteLength) return undefined;
    if (readText(file, offset + typeOffset, 4) === type)
      return new DataView(file.buffer, file.byteOffset + offset + 8, size);
    // PNG has a checksum after each chunk; WebP pads chunks to an even length.
    offset += 8 + size + (isLittleEndian ? size % 2 : 4);
  }
  return undefined;
}

const parsePng: SizeParser = (file) =>
  orient({ width: file.getUint32(16), height: file.getUint32(20) }, findChunk(file, "eXIf", pngLayout));

const parseGif: SizeParser = (file) => ({ width: file.getUint16(6, true), height: file.getUint16(8, true) });

/** The height is negative when the rows begin at the top. BITMAPCOREHEADER, the shorter first version, is not parsed. */
const parseBmp: SizeParser = (file) =>
  file.getUint32(14, true) < 40
    ? undefined
    : { width: file.getInt32(18, true), height: Math.abs(file.getInt32(22, true)) };

const readUint24 = (file: DataView, offset: number): number =>
  file.getUint16(offset, true) + file.getUint8(offset + 2) * 65536;

const parseWebp: SizeParser = (file) => {
  const kind = readText(file, 12, 4);
  if (kind === "VP8 ")
    return { width: file.getUint16(26, true) & 0x3fff, height: file.getUint16(28, true) & 0x3fff };
  if (kind === "VP8L") {
    const bits = file.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8X") return undefined;
  const size = { width: readUint24(file, 24) + 1, height: readUint24(file, 27) + 1 };
  return orient(size, findChunk(file, "EXIF", webpLayout));
};

/** Start-of-frame markers, whose segments contain the size: 0xC0 to 0xCF without DHT, JPG and DAC. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const parseJpeg: SizeParser = (file) => {
  let exif: DataView | undefined;
  for (let offset = 2; offset + 9 <= file.byteLength && file.getUint8(offset) === 0xff;) {
    const marker = file.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1; // fill byte
      continue;
    }
    if (isStartOfFrame(marker))
      return orient({ width: file.getUint16(offset + 7), height: file.getUint16(offset + 5) }, exif);
    exif ??= findJpegExif(file, offset, marker);
    offset += 2 + file.getUint16(offset + 2);
  }
  return undefined;
};

const formats: readonly (readonly [matches: (file: DataView) => boolean, parse: SizeParser])[] = [
  [(file) => readText(file, 0, 8) === "\x89PNG\r\n\x1a\n", parsePng],
  [(file) => readText(file, 0, 3) === "\xff\xd8\xff", parseJpeg],
  [(file) => readText(file, 0, 4) === "RIFF" && readText(file, 8, 4) === "WEBP", parseWebp],
  [(file) => /^GIF8[79]a$/.test(readText(file, 0, 6)), parseGif],
  [(file) => readText(file, 0, 2) === "BM", parseBmp],
];

/** The size of the upright image. Undefined for another format and for a file that ends inside its header. */
export function parseImageSize(bytes: Uint8Array): Size | undefined {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [, parse] = formats.find(([matches]) => matches(file)) ?? [];
  try {
    const size = parse?.(file);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
