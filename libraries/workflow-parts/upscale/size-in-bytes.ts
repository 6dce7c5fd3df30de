// The size that a picture file states in its header: PNG, JPEG, WebP, GIF, BMP. Pure.

import { isOnItsSide, jpegExif } from "./exif-orientation.js";
import type { Size } from "./upscaled.js";

type Reader = (file: DataView) => Size | undefined;

const asText = (file: DataView, start: number, length: number): string =>
  start + length > file.byteLength
    ? ""
    : String.fromCharCode(...new Uint8Array(file.buffer, file.byteOffset + start, length));

const turned = ({ width, height }: Size, exif: DataView | undefined): Size =>
  exif !== undefined && isOnItsSide(exif) ? { width: height, height: width } : { width, height };

/** The content of the first chunk of a type. `sizeAt` and `dataAt` are counted from a chunk's first byte. */
function chunk(
  file: DataView,
  wanted: string,
  layout: {
    readonly first: number;
    readonly typeAt: number;
    readonly sizeAt: number;
    readonly isLittle: boolean;
  },
): DataView | undefined {
  const around = layout.isLittle ? 0 : 4; // PNG has a checksum behind each chunk
  for (let at = layout.first; at + 8 <= file.byteLength;) {
    const size = file.getUint32(at + layout.sizeAt, layout.isLittle);
    if (at + 8 + size > file.byteLength) return undefined;
    if (asText(file, at + layout.typeAt, 4) === wanted)
      return new DataView(file.buffer, file.byteOffset + at + 8, size);
    at += 8 + size + around + (layout.isLittle ? size % 2 : 0);
  }
  return undefined;
}

const png: Reader = (file) => {
  const exif = chunk(file, "eXIf", { first: 8, typeAt: 4, sizeAt: 0, isLittle: false });
  return turned({ width: file.getUint32(16), height: file.getUint32(20) }, exif);
};

const gif: Reader = (file) => ({ width: file.getUint16(6, true), height: file.getUint16(8, true) });

/** A negative height says that the rows begin at the top. The header of the first version is not read. */
const bmp: Reader = (file) =>
  file.getUint32(14, true) < 40
    ? undefined
    : { width: file.getInt32(18, true), height: Math.abs(file.getInt32(22, true)) };

const uint24 = (file: DataView, at: number): number =>
  file.getUint16(at, true) + file.getUint8(at + 2) * 65536;

const webp: Reader = (file) => {
  const kind = asText(file, 12, 4);
  if (kind === "VP8 ")
    return { width: file.getUint16(26, true) & 0x3fff, height: file.getUint16(28, true) & 0x3fff };
  if (kind === "VP8L") {
    const bits = file.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8X") return undefined;
  const exif = chunk(file, "EXIF", { first: 12, typeAt: 0, sizeAt: 4, isLittle: true });
  return turned({ width: uint24(file, 24) + 1, height: uint24(file, 27) + 1 }, exif);
};

/** Markers of a frame's header, which states the size: 0xC0 to 0xCF but for three that mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const jpeg: Reader = (file) => {
  let exif: DataView | undefined;
  for (let at = 2; at + 9 <= file.byteLength && file.getUint8(at) === 0xff;) {
    const marker = file.getUint8(at + 1);
    const length = file.getUint16(at + 2);
    if (marker === 0xff) {
      at += 1; // filling
      continue;
    }
    if (isFrame(marker))
      return turned({ width: file.getUint16(at + 7), height: file.getUint16(at + 5) }, exif);
    exif ??= jpegExif(file, at, marker);
    at += 2 + length;
  }
  return undefined;
};

const readers: readonly (readonly [isIt: (file: DataView) => boolean, read: Reader])[] = [
  [(file) => asText(file, 0, 8) === "\x89PNG\r\n\x1a\n", png],
  [(file) => asText(file, 0, 3) === "\xff\xd8\xff", jpeg],
  [(file) => asText(file, 0, 4) === "RIFF" && asText(file, 8, 4) === "WEBP", webp],
  [(file) => /^GIF8[79]a$/.test(asText(file, 0, 6)), gif],
  [(file) => asText(file, 0, 2) === "BM", bmp],
];

/** Upright, as a loader shows the picture. Undefined for what is no such picture, or ends inside its header. */
export function sizeInBytes(bytes: Uint8Array): Size | undefined {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [, read] = readers.find(([isIt]) => isIt(file)) ?? [];
  try {
    const size = read?.(file);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
