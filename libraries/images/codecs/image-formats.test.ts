// Image formats: encoded files are decoded to the same pixels, by this library and by other decoders.
import { createRequire } from "node:module";
import jpeg from "jpeg-js";
import { describe, expect, it } from "vitest";
import { imageFormatOf } from "../formats/format.js";
import { decodeImage } from "./decode-image.js";
import { encodeJpeg } from "./jpeg-codec.js";
import { encodeWebp, encodeWebpAnimation } from "./encode-webp.js";
import { applyOrientation } from "./orientation.js";
import { opaqueImage, rgbBytes, ImageDecodeError, type RgbaImage } from "./byte-images.js";
import { encodePng, encodePngAnimation } from "./encode-png.js";
import { pngChunk } from "../formats/png-chunks.js";
import { readRiffChunks } from "../formats/riff.js";

const { PNG } = createRequire(import.meta.url)("pngjs") as typeof import("pngjs");

/** A gradient with a different color in each corner; `shift` changes the colors. */
function image(width = 24, height = 16, { alpha = false, shift = 0 } = {}): RgbaImage {
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    const [x, y] = [Math.trunc(i / 4) % width, Math.trunc(i / 4 / width)];
    const parts = [x / width, y / height, 1 - x / width, alpha ? y / height : 1];
    return i % 4 === 3 ? (parts[3] as number) * 255 : (parts[i % 4] as number) * (200 - shift) + shift;
  });
  return { width, height, rgba, hasAlpha: alpha };
}

const largestDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (b[i] as number))), 0);

describe("decoding", () => {
  it("reads PNG with and without alpha", () => {
    const read = decodeImage(encodePng({ width: 24, height: 16, pixels: rgbBytes(image()) }));
    expect(read).toEqual({ ...image(), rgba: expect.anything() as unknown });
    expect(largestDifference(read.rgba, image().rgba)).toBe(0);
    const transparent = image(5, 7, { alpha: true });
    expect(decodeImage(encodePng(transparent))).toMatchObject({ width: 5, height: 7, hasAlpha: true });
    expect(Buffer.from(decodeImage(encodePng(transparent)).rgba)).toEqual(Buffer.from(transparent.rgba));
  });

  it("finds no alpha channel in the texts of a PNG", () => {
    const texts = { prompt: "what is a tRNS chunk" };
    expect(
      decodeImage(encodePng({ width: 24, height: 16, pixels: rgbBytes(image()) }, { texts })),
    ).toMatchObject({ hasAlpha: false });
  });

  it("reads JPEG with small differences", () => {
    const read = decodeImage(encodeJpeg(image()));
    expect(read).toMatchObject({ width: 24, height: 16, hasAlpha: false });
    // The encoder halves the resolution of the colors.
    expect(largestDifference(read.rgba, image().rgba)).toBeLessThan(16);
  });

  it("reads WebP: lossless files exactly, lossy ones with small differences", () => {
    const lossless = decodeImage(encodeWebp(image(25, 15, { alpha: true }), { lossless: true }));
    expect(lossless.hasAlpha).toBe(true);
    expect(largestDifference(lossless.rgba, image(25, 15, { alpha: true }).rgba)).toBe(0);
    const lossy = decodeImage(encodeWebp(image(), { quality: 90 }));
    expect(largestDifference(lossy.rgba, image().rgba)).toBeLessThan(24);
  });

  it("reads the first frame of an animation", () => {
    const frames = [image(), image(24, 16, { shift: 90 })];
    const read = decodeImage(encodeWebpAnimation(frames, { frameMs: 100, lossless: true }));
    expect(largestDifference(read.rgba, image().rgba)).toBe(0);
    const png = decodeImage(encodePngAnimation(frames, { frameMs: 100 }));
    expect(largestDifference(png.rgba, image().rgba)).toBe(0);
  });

  it.each<[string, Uint8Array]>([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("<html>not an image</html>")],
    ["half a PNG", encodePng(image()).subarray(0, -30)],
    ["a PNG's first bytes", encodePng(image()).subarray(0, 12)],
    ["half a JPEG header", encodeJpeg(image()).subarray(0, 60)],
    ["half a WebP", encodeWebp(image(), { lossless: true }).subarray(0, 40)],
  ])("refuses %s", (_name, bytes) => {
    expect(() => decodeImage(bytes)).toThrow(ImageDecodeError);
  });

  it("detects formats by their first bytes", () => {
    const files = [encodePng(image()), encodeJpeg(image()), encodeWebp(image()), Buffer.from("GIF89a")];
    expect(files.map(imageFormatOf)).toEqual(["png", "jpeg", "webp", undefined]);
  });
});

describe("the orientation", () => {
  /** EXIF data with an orientation, in either byte order. */
  const exif = (orientation: number, little: boolean): Buffer => {
    const tiff = Buffer.alloc(26);
    const write16 = (value: number, at: number): number =>
      little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
    tiff.write(little ? "II" : "MM", 0, "latin1");
    write16(42, 2);
    if (little) tiff.writeUInt32LE(8, 4);
    else tiff.writeUInt32BE(8, 4);
    write16(1, 8);
    write16(0x0112, 10);
    write16(3, 12);
    write16(orientation, 18);
    return tiff;
  };
  const insert = (file: Buffer, at: number, ...parts: readonly Uint8Array[]): Buffer =>
    Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)]);
  const withOrientation = (orientation: number, little: boolean): Buffer => {
    const segment = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif(orientation, little)]);
    return insert(encodeJpeg(image()), 2, Buffer.from([0xff, 0xe1, 0, segment.length + 2]), segment);
  };

  it.each([
    [1, true, 24, 16, [0, 0]],
    [2, false, 24, 16, [23, 0]],
    [3, true, 24, 16, [23, 15]],
    [4, false, 24, 16, [0, 15]],
    [5, true, 16, 24, [0, 0]],
    [6, false, 16, 24, [15, 0]],
    [7, true, 16, 24, [15, 23]],
    [8, false, 16, 24, [0, 23]],
    [9, true, 24, 16, [0, 0]],
  ])("%i is applied", (orientation, little, width, height, [x = 0, y = 0]) => {
    const read = decodeImage(withOrientation(orientation, little));
    expect([read.width, read.height]).toEqual([width, height]);
    const corner = read.rgba.slice((y * width + x) * 4, (y * width + x) * 4 + 3);
    expect(largestDifference(corner, image().rgba.slice(0, 3))).toBeLessThan(16);
  });

  it("is applied to PNG and WebP too", () => {
    const data = exif(6, false);
    const png = insert(encodePng(image()), 33, pngChunk("eXIf", data));
    const webp = encodeWebpAnimation([image()], { frameMs: 100, lossless: true, exif: data });
    for (const file of [png, webp]) {
      const read = decodeImage(file);
      expect([read.width, read.height]).toEqual([16, 24]);
      expect(largestDifference(read.rgba.slice(15 * 4, 16 * 4), image().rgba.slice(0, 4))).toBe(0);
    }
  });

  it("is upright without EXIF data", () => {
    expect(applyOrientation(image(), 1)).toEqual(image());
  });
});

describe("animations", () => {
  const frames = [0, 40, 80].map((shift) => image(24, 16, { shift, alpha: true }));

  it("in WebP have a chunk with a duration for each frame", () => {
    const file = encodeWebpAnimation(frames, { frameMs: 125, lossless: true, exif: Buffer.from("abc") });
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    const chunks = readRiffChunks(file);
    expect(chunks.map(({ type }) => type)).toEqual(["VP8X", "ANIM", "ANMF", "ANMF", "ANMF", "EXIF"]);
    const [header] = chunks;
    expect([header?.data.readUIntLE(4, 3), header?.data.readUIntLE(7, 3)]).toEqual([23, 15]);
    expect(header?.data.readUInt8(0)).toBe(0x02 | 0x08 | 0x10);
    expect(chunks.filter(({ type }) => type === "ANMF").map(({ data }) => data.readUIntLE(12, 3))).toEqual([
      125, 125, 125,
    ]);
  });

  it("in PNG are still images to readers without animation support", () => {
    const file = encodePngAnimation(frames, { frameMs: 166.6 });
    expect(largestDifference(PNG.sync.read(file).data, frames[0]?.rgba ?? new Uint8Array())).toBe(0);
    const names = [...file.toString("latin1").matchAll(/acTL|fcTL|fdAT|IDAT|IEND/g)].map(([name]) => name);
    expect(names).toEqual(["acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"]);
    expect(() => encodePngAnimation([], { frameMs: 1 })).toThrow("at least one frame");
  });
});

it("an opaque image has the red, green and blue that it was made from", () => {
  expect(rgbBytes(opaqueImage(2, 1, Uint8Array.from([1, 2, 3, 4, 5, 6])))).toEqual(
    Uint8Array.from([1, 2, 3, 4, 5, 6]),
  );
});

it("a JPEG file is smaller at a lower quality, and can be read by another decoder", () => {
  const [fine, coarse] = [encodeJpeg(image(64, 64), 95), encodeJpeg(image(64, 64), 10)];
  expect(coarse.length).toBeLessThan(fine.length);
  expect(jpeg.decode(coarse)).toMatchObject({ width: 64, height: 64 });
});
