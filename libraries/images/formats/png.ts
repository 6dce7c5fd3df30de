// The header of a PNG (PNG specification, third edition): the IHDR chunk, and the eXIf chunk.

import { orientationOf } from "./orientation.js";
import { maxHeadBytes, maxParts, type HeaderReading } from "./reading.js";
import { checkedSize, type Size } from "./size.js";

const [signatureBytes, chunkHeaderBytes, crcBytes, ihdrBytes] = [8, 8, 4, 13];

/** The size in the data of an IHDR chunk (section 11.2.1), or the end of a sentence that says why there is none. */
export function sizeOfIhdr(ihdr: Uint8Array): Size | string {
  if (ihdr.length < ihdrBytes) return "it ends before its size";
  const view = new DataView(ihdr.buffer, ihdr.byteOffset, ihdr.byteLength);
  return checkedSize(view.getUint32(0), view.getUint32(4));
}

/** Reads the size; and the orientation, in front of the image data alone if `toImageData` is set. */
export function* readPngHeader({ toImageData }: { readonly toImageData: boolean }): HeaderReading {
  const start = yield { at: signatureBytes, length: chunkHeaderBytes + ihdrBytes };
  if (start.length < chunkHeaderBytes) return "it ends before its size";
  if (start.toString("latin1", 4, 8) !== "IHDR") return "IHDR is not its first chunk";
  const size = sizeOfIhdr(start.subarray(chunkHeaderBytes));
  if (typeof size === "string") return size;
  let at = signatureBytes + chunkHeaderBytes + ihdrBytes + crcBytes;
  for (let part = 0; part < maxParts; part++) {
    const header = yield { at, length: chunkHeaderBytes };
    if (header.length < chunkHeaderBytes) break;
    const [length, type] = [header.readUInt32BE(0), header.toString("latin1", 4)];
    if (type === "IEND" || (toImageData && type === "IDAT")) break;
    if (type === "eXIf") {
      const exif = yield { at: at + chunkHeaderBytes, length: Math.min(length, maxHeadBytes) };
      return { size, orientation: orientationOf(exif) };
    }
    at += chunkHeaderBytes + length + crcBytes;
  }
  return { size, orientation: 1 };
}
