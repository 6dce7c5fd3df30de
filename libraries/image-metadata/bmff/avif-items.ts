// The items of an AVIF: which of them are texts, and where they lie (ISO/IEC 14496-12, section 8.11).

import { boxesIn, findBox, type Box } from "@pictor/images/formats";
import { createFieldReader } from "./boxes.js";

export interface TextItem {
  readonly kind: "EXIF" | "XMP";
  /** Bytes in the `meta` box itself. */
  readonly data?: Buffer;
  /** Offset in the file, if the bytes are not in the box. */
  readonly offset: number;
  readonly length: number;
}

/** Ids of the items with texts. */
function textKinds(iinf: Buffer): ReadonlyMap<number, TextItem["kind"]> {
  const kinds = new Map<number, TextItem["kind"]>();
  // The box begins with a version and a count of 16 or, from version 1 on, 32 bits.
  for (const { type, data } of boxesIn(iinf.subarray(iinf[0] === 0 ? 6 : 8))) {
    if (type !== "infe") continue;
    const fields = createFieldReader(data);
    const version = fields.take(1);
    fields.take(3);
    const id = fields.take(version >= 3 ? 4 : 2);
    fields.take(2);
    const itemType = String.fromCharCode(...[0, 0, 0, 0].map(() => fields.take(1)));
    fields.text();
    if (itemType === "Exif") kinds.set(id, "EXIF");
    else if (itemType === "mime" && fields.text() === "application/rdf+xml") kinds.set(id, "XMP");
  }
  return kinds;
}

interface Location {
  readonly id: number;
  readonly isInBox: boolean;
  readonly offset: number;
  readonly length: number;
}

/** Only items with one extent, which those with texts have. */
function locationsIn(iloc: Buffer): readonly Location[] {
  const fields = createFieldReader(iloc);
  const version = fields.take(1);
  fields.take(3);
  const sizes = fields.take(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    sizes & 15,
  ];
  const count = fields.take(version < 2 ? 2 : 4);
  const locations: Location[] = [];
  for (let index = 0; index < count && !fields.isAtEnd(); index++) {
    const id = fields.take(version < 2 ? 2 : 4);
    const method = version > 0 ? fields.take(2) & 15 : 0;
    fields.take(2);
    const base = fields.take(baseSize);
    const extents = fields.take(2);
    for (let extent = 0; extent < extents && !fields.isAtEnd(); extent++) {
      if (version > 0) fields.take(indexSize);
      const offset = base + fields.take(offsetSize);
      const length = fields.take(lengthSize);
      if (extents === 1 && method <= 1) locations.push({ id, isInBox: method === 1, offset, length });
    }
  }
  return locations;
}

/** The texts of an image, from the boxes in its `meta` box, in the order of their offsets. */
export function textItems(boxes: readonly Box[]): readonly TextItem[] {
  const kinds = textKinds(findBox(boxes, "iinf") ?? Buffer.alloc(8));
  const idat = findBox(boxes, "idat") ?? Buffer.alloc(0);
  const items = locationsIn(findBox(boxes, "iloc") ?? Buffer.alloc(8)).flatMap(
    ({ id, isInBox, offset, length }) => {
      const kind = kinds.get(id);
      if (kind === undefined) return [];
      return [{ kind, offset, length, ...(isInBox && { data: idat.subarray(offset, offset + length) }) }];
    },
  );
  return items.sort((first, second) => first.offset - second.offset);
}
