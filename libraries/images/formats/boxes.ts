// Boxes of the ISO base media file format (ISO/IEC 14496-12, section 4.2): those of AVIF and MP4 files.

export interface BoxHeader {
  readonly type: string;
  /** Length of the content in bytes; infinite for a box up to the end of the file. */
  readonly length: number;
  readonly headerBytes: number;
}

export interface Box {
  readonly type: string;
  readonly data: Buffer;
}

const shortHeader = 8;
/** The most bytes of the header of a box. */
export const longHeader = 16;

/** Parses the header of a box from its first bytes; undefined for too few, and for bytes that are no header. */
export function boxHeaderOf(start: Buffer): BoxHeader | undefined {
  if (start.length < shortHeader) return undefined;
  const type = start.toString("latin1", 4, 8);
  const size = start.readUInt32BE(0);
  if (size === 0) return { type, length: Infinity, headerBytes: shortHeader };
  const headerBytes = size === 1 ? longHeader : shortHeader;
  if (start.length < headerBytes) return undefined;
  const length = (size === 1 ? Number(start.readBigUInt64BE(shortHeader)) : size) - headerBytes;
  return length < 0 ? undefined : { type, length, headerBytes };
}

/** The most boxes in one; the texts of a file are few. */
const maxBoxes = 10_000;

/** The first boxes in the bytes. Stops at a box that does not fit. */
export function boxesIn(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + shortHeader <= bytes.length && boxes.length < maxBoxes;) {
    const size = bytes.readUInt32BE(at) || bytes.length - at;
    if (size < shortHeader || at + size > bytes.length) break;
    boxes.push({
      type: bytes.toString("latin1", at + 4, at + 8),
      data: bytes.subarray(at + shortHeader, at + size),
    });
    at += size;
  }
  return boxes;
}

/** The content of the first box of the type. */
export const findBox = (boxes: readonly Box[], type: string): Buffer | undefined =>
  boxes.find((box) => box.type === type)?.data;

const fullBoxBytes = 4;

/** The boxes in a `meta` box, which begins with a version in ISO files and with a box in QuickTime files. */
export const boxesOfMeta = (meta: Buffer): readonly Box[] =>
  boxesIn(meta.toString("latin1", 4, 8) === "hdlr" ? meta : meta.subarray(fullBoxBytes));
