// The image headers of all formats, upright and rotated, and files that are not images.

import { describe, expect, it } from "vitest";
import type { InputFile } from "@pictor/kernel/plugin";
import { readImageSize } from "./image-size.js";

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
const png = (...more: readonly (string | readonly number[])[]) =>
  bytes("\x89PNG\r\n\x1a\n", be32(13), "IHDR", be32(30), be32(20), [8, 2, 0, 0, 0], be32(0), ...more);
const pngExif = (orientation: number) => {
  const data = exif(orientation);
  return png(be32(4), "tEXt", [65, 0, 66, 67], be32(0), be32(data.length), "eXIf", data, be32(0));
};
const frame = [0xff, 0xc2, 0, 8, 8, ...be16(20), ...be16(30), 0];
const jpeg = (...segments: readonly (readonly number[])[]) => bytes("\xff\xd8", ...segments, frame);
const app1 = (content: Buffer) => [0xff, 0xe1, ...be16(content.length + 2), ...content];
const riff = (...chunks: readonly (string | readonly number[])[]) =>
  bytes("RIFF", le32(99), "WEBP", ...chunks);
const vp8x = ["VP8X", le32(10), [8, 0, 0, 0], [29, 0, 0], [19, 0, 0]] as const;
const webpExif = (data: readonly number[]) =>
  riff(...vp8x, "ANIM", le32(3), [1, 2, 3, 0], "EXIF", le32(data.length), data);

const size = async (content: Buffer, where?: string) => {
  const file: InputFile = {
    name: "a-1.png",
    mime: "image/png",
    async *open() {
      yield await Promise.resolve(content.subarray(0, 11));
      yield content.subarray(11);
    },
  };
  const { width, height } = await readImageSize(file, where === undefined ? {} : { where });
  return [width, height];
};
const lossless = le32(0).map((_, index) => ((29 | (19 << 14)) >>> (8 * index)) & 255);

describe("the size of an image", () => {
  it.each<[string, Buffer, readonly [number, number]]>([
    ["PNG", png(), [30, 20]],
    ["PNG rotated by its EXIF data", pngExif(6), [20, 30]],
    ["PNG upside down, which keeps its sides", pngExif(3), [30, 20]],
    ["GIF", bytes("GIF89a", le16(30), le16(20)), [30, 20]],
    [
      "BMP",
      bytes("BM", Buffer.alloc(12).toJSON().data, le32(40), le32(30), [0xec, 0xff, 0xff, 0xff]),
      [30, 20],
    ],
    ["JPEG", jpeg([0xff, 0xe0, 0, 4, 1, 2], [0xff]), [30, 20]],
    ["JPEG rotated by its EXIF data", jpeg(app1(bytes("Exif\0\0", exif(8)))), [20, 30]],
    ["JPEG rotated by little-endian EXIF data", jpeg(app1(bytes("Exif\0\0", exif(5, "II")))), [20, 30]],
    ["JPEG with XMP data", jpeg(app1(bytes("http://ns.adobe.com/xap"))), [30, 20]],
    ["JPEG with damaged EXIF data", jpeg(app1(bytes("Exif\0\0", "MM"))), [30, 20]],
    ["WebP, lossy", riff("VP8 ", le32(9), [0, 0, 0, 0x9d, 1, 0x2a], le16(30), le16(20)), [30, 20]],
    ["WebP, lossless", riff("VP8L", le32(9), [0x2f], lossless), [30, 20]],
    ["WebP, extended", riff(...vp8x), [30, 20]],
    ["WebP rotated by its EXIF data", webpExif(exif(7)), [20, 30]],
    [
      "WebP rotated by EXIF data with a JPEG signature",
      webpExif([...bytes("Exif\0\0"), ...exif(7)]),
      [20, 30],
    ],
  ])("is read from a %s", async (_name, content, expected) => {
    expect(await size(content)).toEqual(expected);
  });

  it.each<[string, Buffer]>([
    ["an empty file", bytes("")],
    ["a text", bytes("not an image at all")],
    ["a PNG that ends in its header", png().subarray(0, 19)],
    ["a JPEG without a frame", bytes("\xff\xd8\xff\xe0", be16(4), [1, 2], "more and more")],
    ["an image without width", bytes("GIF89a", le16(0), le16(20))],
    ["a WebP of an unknown kind", riff("NEWS", le32(9))],
  ])("is refused for %s", async (_name, content) => {
    await expect(size(content, "images/a.png")).rejects.toMatchObject({
      code: "INPUT_NOT_READABLE",
      details: { filename: "images/a.png" },
    });
  });
});
