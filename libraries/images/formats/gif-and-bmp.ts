// The headers of GIF and BMP files, which have their sizes at fixed places and no orientation.

import type { HeaderReading } from "./reading.js";
import { checkedSize, oriented } from "./size.js";

export function* readGifHeader(): HeaderReading {
  const screen = yield { at: 6, length: 4 };
  if (screen.length < 4) return "it ends before its size";
  return oriented(checkedSize(screen.readUInt16LE(0), screen.readUInt16LE(2)));
}

/** The length of BITMAPCOREHEADER, the first version, whose numbers are shorter. */
const coreHeaderBytes = 12;

export function* readBmpHeader(): HeaderReading {
  const header = yield { at: 14, length: 12 };
  if (header.length < 12) return "it ends before its size";
  if (header.readUInt32LE(0) === coreHeaderBytes)
    return oriented(checkedSize(header.readUInt16LE(4), header.readUInt16LE(6)));
  // The height is negative when the rows begin at the top.
  return oriented(checkedSize(header.readInt32LE(4), Math.abs(header.readInt32LE(8))));
}
