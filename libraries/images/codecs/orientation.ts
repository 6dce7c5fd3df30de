// Applies the EXIF orientation of JPEG files (tag 0x0112, values 1 to 8).
import type { RgbaImage } from "./byte-images.js";

const ORIENTATION_TAG = 0x0112;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;

/** The EXIF orientation of a JPEG file; 1 (upright) when it is absent or invalid. */
export function readOrientation(file: Buffer): number {
  for (let at = 2; at + 4 <= file.length;) {
    const marker = file.readUInt8(at + 1);
    if (file.readUInt8(at) !== 0xff || marker === START_OF_SCAN) return 1;
    const length = file.readUInt16BE(at + 2);
    const segment = file.subarray(at + 4, at + 2 + length);
    if (marker === APP1 && segment.toString("latin1", 0, 6) === "Exif\0\0")
      return readTag(segment.subarray(6));
    at += 2 + length;
  }
  return 1;
}

/** Reads the tag from a TIFF structure in either byte order. */
function readTag(tiff: Buffer): number {
  const little = tiff.toString("latin1", 0, 2) === "II";
  const uint16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const uint32 = (at: number): number =>
    at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  const directory = uint32(4);
  for (let i = 0; i < uint16(directory); i += 1) {
    const entry = directory + 2 + i * 12;
    if (uint16(entry) !== ORIENTATION_TAG) continue;
    const value = uint16(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Rotates and mirrors the image so that it is upright. */
export function applyOrientation(image: RgbaImage, orientation: number): RgbaImage {
  if (orientation === 1) return image;
  const { width, height, rgba } = image;
  const turned = orientation >= 5;
  const [newWidth, newHeight] = turned ? [height, width] : [width, height];
  const from = new Uint32Array(rgba.buffer.slice(rgba.byteOffset, rgba.byteOffset + rgba.byteLength));
  const to = new Uint32Array(from.length);
  for (let y = 0; y < newHeight; y += 1) {
    for (let x = 0; x < newWidth; x += 1) {
      const [u, v] = turned ? [y, x] : [x, y];
      const mirrorX = [2, 3, 7, 8].includes(orientation);
      const mirrorY = [3, 4, 6, 7].includes(orientation);
      const sourceX = mirrorX ? width - 1 - u : u;
      const sourceY = mirrorY ? height - 1 - v : v;
      to[y * newWidth + x] = from[sourceY * width + sourceX] as number;
    }
  }
  return { ...image, width: newWidth, height: newHeight, rgba: new Uint8Array(to.buffer) };
}
