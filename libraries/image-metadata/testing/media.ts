// Files of other formats than PNG, WebP and JPEG, built from their specifications.

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const bytes = (part: Uint8Array | string): Uint8Array =>
  typeof part === "string" ? Buffer.from(part) : part;
const joined = (parts: readonly (Uint8Array | string)[]): Buffer => Buffer.concat(parts.map(bytes));

export function box(type: string, ...parts: readonly (Uint8Array | string)[]): Buffer {
  const data = joined(parts);
  return Buffer.concat([u32(data.length + 8), Buffer.from(type, "latin1"), data]);
}
const fullBox = (type: string, ...parts: readonly (Uint8Array | string)[]): Buffer =>
  box(type, u32(0), ...parts);

const dataBox = (text: string): Buffer => box("data", u32(1), u32(0), text);
const track = box("trak", fullBox("tkhd", Buffer.alloc(72), u16(640), u16(0), u16(360), u16(0)));

/** Tags by name, as ffmpeg writes them with `use_metadata_tags`; before or after the pictures. */
export function mp4(tags: Readonly<Record<string, string>>, isFast = true): Buffer {
  const names = Object.keys(tags);
  const keys = fullBox("keys", u32(names.length), ...names.map((name) => box("mdta", name)));
  const items = names.map((name, index) =>
    Buffer.concat([u32(dataBox(tags[name] ?? "").length + 8), u32(index + 1), dataBox(tags[name] ?? "")]),
  );
  const meta = fullBox("meta", fullBox("hdlr", u32(0), "mdta"), keys, box("ilst", ...items));
  const moov = box("moov", track, box("udta", meta));
  const pictures = box("mdat", Buffer.alloc(100));
  return Buffer.concat([box("ftyp", "isom", u32(0)), ...(isFast ? [moov, pictures] : [pictures, moov])]);
}

/** The comment of iTunes, as ffmpeg writes it without this option. */
export const mp4WithComment = (comment: string): Buffer =>
  Buffer.concat([
    box("ftyp", "isom", u32(0)),
    box(
      "moov",
      track,
      box(
        "udta",
        fullBox("meta", fullBox("hdlr", u32(0), "mdir"), box("ilst", box("\u00a9cmt", dataBox(comment)))),
      ),
    ),
  ]);

function element(id: number, ...parts: readonly (Uint8Array | string)[]): Buffer {
  const data = joined(parts);
  const digits = id.toString(16);
  return Buffer.concat([
    Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex"),
    u32(0x10000000 | data.length),
    data,
  ]);
}

export const webm = (tags: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    element(0x1a45dfa3, element(0x4282, "webm")),
    Buffer.from("1853806701ffffffffffffff", "hex"),
    element(0x1654ae6b, element(0xae, element(0xe0, element(0xb0, u16(640)), element(0xba, u16(360))))),
    element(0x1f43b675, Buffer.alloc(50)),
    element(
      0x1254c367,
      ...Object.entries(tags).map(([name, text]) =>
        element(0x7373, element(0x67c8, element(0x45a3, name), element(0x4487, text))),
      ),
    ),
  ]);

export function flac(tags: Readonly<Record<string, string>>): Buffer {
  const little = (value: number): Buffer => u32(value).reverse();
  const entries = Object.entries(tags).map(([name, text]) => bytes(`${name}=${text}`));
  const comments = joined([
    ...[little(4), "Lavf", little(entries.length)],
    ...entries.flatMap((entry) => [little(entry.length), entry]),
  ]);
  const block = (kind: number, data: Buffer): Buffer =>
    Buffer.concat([u32((kind << 24) | data.length), data]);
  return Buffer.concat([
    Buffer.from("fLaC"),
    block(0, Buffer.alloc(34)),
    block(4, comments),
    block(0x81, Buffer.alloc(8)),
    Buffer.alloc(20),
  ]);
}

export interface AvifLayout {
  /** Whether the data of the items lie in the box itself. Default: behind the image. */
  readonly isInBox?: boolean;
  /** What stands before the TIFF header of the EXIF data. */
  readonly beforeTiff?: string;
  /** What the offsets of the items are relative to. Default 0. */
  readonly base?: number;
  /** Added to the place of each item. */
  readonly misplacedBy?: number;
}

/** With EXIF and XMP data. */
export function avif(
  exif: Uint8Array,
  xmp: string,
  { isInBox = false, beforeTiff = "", base = 0, misplacedBy = 0 }: AvifLayout = {},
): Buffer {
  const items = [Buffer.concat([u32(beforeTiff.length), bytes(beforeTiff), exif]), Buffer.from(xmp)];
  const infe = (id: number, type: string, ...rest: readonly string[]): Buffer =>
    box("infe", Buffer.from([2, 0, 0, 0]), u16(id), u16(0), type, "\0", ...rest);
  const metaWith = (start: number): Buffer => {
    let at = start;
    const locations = items.map((item, index) => {
      const place = Buffer.concat([
        u16(index + 1),
        u16(isInBox ? 1 : 0),
        u16(0),
        u32(base),
        u16(1),
        u32(at + misplacedBy - base),
        u32(item.length),
      ]);
      at += item.length;
      return place;
    });
    return fullBox(
      "meta",
      fullBox("hdlr", u32(0), "pict"),
      box("iloc", Buffer.from([1, 0, 0, 0]), u16(0x4440), u16(2), ...locations),
      fullBox("iinf", u16(2), infe(1, "Exif"), infe(2, "mime", "application/rdf+xml\0")),
      box("iprp", box("ipco", fullBox("ispe", u32(320), u32(240)))),
      ...(isInBox ? [box("idat", ...items)] : []),
    );
  };
  const head = box("ftyp", "avif", u32(0), "mif1");
  const image = box("mdat", Buffer.alloc(30), ...(isInBox ? [] : items));
  const start = isInBox ? 0 : head.length + metaWith(0).length + 8 + 30;
  return Buffer.concat([head, metaWith(start), image]);
}
