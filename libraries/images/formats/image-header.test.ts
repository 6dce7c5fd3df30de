// The headers of image files of all formats, upright and turned, whole, in pieces and damaged.

import { describe, expect, it } from "vitest";
import { imageHeaderOf, pngChunk, streamedImageHeader } from "./index.js";

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );
const be16 = (value: number) => [value >> 8, value & 255];
const le16 = (value: number) => [value & 255, value >> 8];
const be32 = (value: number) => [0, 0, ...be16(value)];
const le32 = (value: number) => [...le16(value), 0, 0];

/** EXIF data with the orientation tag alone, in either byte order. */
const exif = (orientation: number, order: "II" | "MM" = "MM") => {
  const [uint16, uint32] = order === "II" ? [le16, le32] : [be16, be32];
  const entry = bytes(uint16(0x0112), uint16(3), uint32(1), uint16(orientation), [0, 0]);
  return [...bytes(order, uint16(42), uint32(8), uint16(1), [...entry])];
};
const exifWithPrefix = (orientation: number, order?: "II" | "MM") => [
  ...bytes("Exif\0\0", exif(orientation, order)),
];
const chunk = (type: string, data: readonly number[] = []) => [...pngChunk(type, Buffer.from(data))];
const pngOf = (width: readonly number[], ...chunks: readonly (readonly number[])[]) =>
  bytes("\x89PNG\r\n\x1a\n", chunk("IHDR", [...width, ...be32(20), 8, 2, 0, 0, 0]), ...chunks);
const png = (...chunks: readonly (readonly number[])[]) => pngOf(be32(30), ...chunks);
const frame = [0xff, 0xc2, 0, 8, 8, ...be16(20), ...be16(30), 0];
const jpeg = (...segments: readonly (readonly number[])[]) => bytes("\xff\xd8", ...segments, frame);
const app1 = (content: readonly number[]) => [0xff, 0xe1, ...be16(content.length + 2), ...content];
const riff = (...chunks: readonly (string | readonly number[])[]) =>
  bytes("RIFF", le32(99), "WEBP", ...chunks);
const vp8x = (flags: number) => [...bytes("VP8X", le32(10), [flags, 0, 0, 0], [29, 0, 0], [19, 0, 0])];
const webpExif = (data: readonly number[], flags = 8) =>
  riff(vp8x(flags), "ANIM", le32(3), [1, 2, 3, 0], "EXIF", le32(data.length), data);
const lossless = le32(0).map((_, index) => ((29 | (19 << 14)) >>> (8 * index)) & 255);
const box = (type: string, ...parts: readonly (readonly number[])[]) => {
  const content = [...bytes(...parts)];
  return [...bytes(be32(content.length + 8), type, content)];
};
const ispe = (width: number, height: number) => box("ispe", be32(0), be32(width), be32(height));
const avif = (...properties: readonly (readonly number[])[]) =>
  bytes(
    box("ftyp", [...bytes("avif")], be32(0)),
    box("free", [1, 2, 3]),
    box("meta", be32(0), box("hdlr"), box("iprp", box("ipco", ...properties))),
  );
const bmp = (...header: readonly (readonly number[])[]) => bytes("BM", be32(0), be32(0), be32(0), ...header);

async function* inPieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

/** The header of the file, which is the same however the file is read. */
async function headerOf(file: Buffer) {
  const header = imageHeaderOf(file);
  for (const size of [1, 7, 64, 100_000])
    expect(await streamedImageHeader(inPieces(file, size)), `pieces of ${size}`).toEqual(header);
  return header;
}

describe("the header of an image", () => {
  it.each<[string, Buffer]>([
    ["png", png()],
    ["png", png(chunk("tEXt", [65, 0, 66, 67]), chunk("eXIf", exif(3)))],
    ["gif", bytes("GIF89a", le16(30), le16(20))],
    ["bmp", bmp(le32(40), le32(30), [0xec, 0xff, 0xff, 0xff])],
    ["bmp", bmp(le32(12), le16(30), le16(20), be32(0))],
    ["jpeg", jpeg([0xff, 0xe0, 0, 4, 1, 2], [0xff])],
    ["jpeg", jpeg(app1([...bytes("http://ns.adobe.com/xap")]))],
    ["jpeg", jpeg(app1([...bytes("Exif\0\0", "MM")]))],
    ["jpeg", jpeg(app1(exifWithPrefix(9)))],
    ["webp", riff("VP8 ", le32(10), [0, 0, 0, 0x9d, 1, 0x2a], le16(30), le16(20))],
    ["webp", riff("VP8L", le32(5), [0x2f], lossless)],
    ["webp", riff(vp8x(8))],
    // Programs do not look for EXIF data that the first chunk does not announce.
    ["webp", webpExif(exif(6), 0)],
    ["avif", avif(ispe(30, 20), ispe(10, 20))],
  ])("%s tells its size (%#)", async (format, file) => {
    expect(await headerOf(file)).toMatchObject({ format, width: 30, height: 20 });
  });

  it.each<[string, Buffer, number]>([
    ["PNG", png(chunk("tEXt", [65, 0, 66, 67]), chunk("eXIf", exif(6))), 6],
    ["PNG behind its image data", png(chunk("IDAT", [1, 2]), chunk("eXIf", exif(8))), 8],
    ["JPEG", jpeg(app1(exifWithPrefix(8))), 8],
    ["JPEG in little-endian", jpeg(app1(exifWithPrefix(5, "II"))), 5],
    ["JPEG behind fill bytes", jpeg([0xff, 0xff], app1(exifWithPrefix(6))), 6],
    ["JPEG behind stray bytes", jpeg([0xff, 0xe0, 0, 4, 1, 2], [1, 2], app1(exifWithPrefix(6))), 6],
    ["JPEG behind its frame header", bytes(jpeg().toJSON().data, app1(exifWithPrefix(7)), [0xff, 0xda]), 7],
    ["WebP", webpExif(exif(7)), 7],
    ["WebP with the prefix of a JPEG", webpExif(exifWithPrefix(5)), 5],
    ["AVIF by a property", avif(ispe(30, 20), box("irot", [3])), 6],
  ])("tells the size of the upright image: %s", async (_name, file, orientation) => {
    expect(await headerOf(file)).toMatchObject({ width: 20, height: 30, orientation });
  });

  it.each<[string, Buffer, RegExp]>([
    ["an empty file", bytes(""), /not a PNG, JPEG, WebP, GIF, BMP or AVIF image/],
    ["a text", bytes("not an image at all"), /not a PNG/],
    ["a signature alone", png().subarray(0, 8), /ends before its size/],
    ["a PNG that ends in its header", png().subarray(0, 19), /ends before its size/],
    [
      "a PNG of an unknown kind",
      bytes("\x89PNG\r\n\x1a\n", chunk("CgBI", [1, 2, 3, 4])),
      /IHDR is not its first/,
    ],
    ["a PNG without width", pngOf(be32(0)), /a size of 0 x 20 pixels/],
    ["a PNG that is too wide", pngOf([255, 255, 255, 255]), /a size of 4294967295 x 20 pixels/],
    [
      "a JPEG without a frame",
      bytes("\xff\xd8\xff\xe0", be16(4), [1, 2], "more and more"),
      /ends before its size/,
    ],
    [
      "a JPEG whose image data begin",
      bytes("\xff\xd8\xff\xda", be16(4), [1, 2]),
      /does not declare its size/,
    ],
    ["a JPEG with a segment without a length", jpeg([0xff, 0xe0, 0, 1]), /no length/],
    ["a JPEG of stray bytes", bytes("\xff\xd8\xff", Array<number>(20_000).fill(1)), /too many segments/],
    ["a GIF without width", bytes("GIF89a", le16(0), le16(20)), /a size of 0 x 20 pixels/],
    ["a GIF that ends in its header", bytes("GIF89a", le16(30)), /ends before its size/],
    ["a BMP that ends in its header", bmp(le32(40)), /ends before its size/],
    ["a WebP of an unknown kind", riff("NEWS", le32(9), [1]), /first chunk is not an image/],
    ["a WebP that ends in its header", riff("VP8"), /ends before its size/],
    ["an AVIF without its size", avif(), /does not declare its size/],
    ["an AVIF without metadata", avif().subarray(0, 20), /no box with its metadata/],
  ])("says why there is none: %s", async (_name, file, reason) => {
    expect(await headerOf(file)).toMatch(reason);
  });

  it("counts a limited number of parts", async () => {
    const empty = Buffer.concat(Array<Buffer>(20_000).fill(Buffer.from(chunk("tEXt"))));
    const file = Buffer.concat([png(), empty, Buffer.from(chunk("eXIf", exif(6)))]);
    expect(imageHeaderOf(file)).toMatchObject({ width: 30, height: 20, orientation: 1 });
  });

  it("is known before the rest of the stream is read, and closes the stream", async () => {
    let [read, isClosed] = [0, false];
    async function* source() {
      try {
        for await (const piece of inPieces(jpeg(app1(exifWithPrefix(6)), frame, [0xff, 0xda, 0, 2]), 8)) {
          read += piece.length;
          yield piece;
        }
        yield Buffer.alloc(1e6);
      } finally {
        isClosed = true;
      }
    }
    await streamedImageHeader(source());
    expect([read < 100, isClosed]).toEqual([true, true]);
  });
});
