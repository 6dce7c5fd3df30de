// The header of an AVIF: the properties in its `meta` box (ISO/IEC 23008-12, section 6.5).

import { boxesIn, boxesOfMeta, boxHeaderOf, findBox, longHeader, type Box } from "./boxes.js";
import { maxHeadBytes, maxParts, type HeaderReading } from "./reading.js";
import { checkedSize, oriented, type OrientedSize } from "./size.js";

/** EXIF orientations, by the number of quarter turns to the left in the property `irot`. */
const orientations = [1, 8, 3, 6] as const;

/** The size in the boxes of `meta`, or the end of a sentence that says why there is none. EXIF data do not turn an AVIF. */
export function sizeOfMeta(meta: readonly Box[]): OrientedSize | string {
  const empty = Buffer.alloc(0);
  const properties = boxesIn(findBox(boxesIn(findBox(meta, "iprp") ?? empty), "ipco") ?? empty);
  // An image of several tiles has the size of the whole beside that of a tile.
  const [largest] = properties
    .filter(({ type, data }) => type === "ispe" && data.length >= 12)
    .map(({ data }) => ({ width: data.readUInt32BE(4), height: data.readUInt32BE(8) }))
    .sort((first, second) => second.width * second.height - first.width * first.height);
  if (largest === undefined) return "it does not declare its size";
  const turns = (findBox(properties, "irot")?.[0] ?? 0) & 3;
  return oriented(checkedSize(largest.width, largest.height), orientations[turns]);
}

export function* readAvifHeader(): HeaderReading {
  for (let part = 0, at = 0; part < maxParts; part++) {
    const header = boxHeaderOf(yield { at, length: longHeader });
    if (header === undefined) break;
    at += header.headerBytes;
    if (header.type === "meta") {
      if (header.length > maxHeadBytes) return `its metadata has more than ${maxHeadBytes} bytes`;
      return sizeOfMeta(boxesOfMeta(yield { at, length: header.length }));
    }
    at += header.length;
  }
  return "it has no box with its metadata";
}
