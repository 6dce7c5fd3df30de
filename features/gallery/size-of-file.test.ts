// The size of a saved image: that of the upright image, read from its first bytes and whatever follows them.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { encodePng } from "@pictor/images";
import { pngChunk } from "@pictor/images/formats";
import { sizeOfFile } from "./size-of-file.js";

/** EXIF data with the orientation 6 alone, which turns the image by a quarter. */
const exif = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
const png = encodePng({ width: 30, height: 20, pixels: new Uint8Array(30 * 20 * 3) });
const withChunks = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
const long = pngChunk("tEXt", Buffer.alloc(10_000, "a"));

it.each<[string, Buffer, object]>([
  ["a PNG", png, { width: 30, height: 20 }],
  ["a turned PNG", withChunks(pngChunk("eXIf", exif)), { width: 20, height: 30 }],
  ["a turned PNG with long texts", withChunks(long, pngChunk("eXIf", exif)), { width: 20, height: 30 }],
  ["a text", Buffer.from("no image"), {}],
])("of %s", async (_name, bytes, size) => {
  const file = join(mkdtempSync(join(tmpdir(), "size-")), "image.png");
  writeFileSync(file, bytes);
  expect(await sizeOfFile(file)).toEqual(size);
});

it("is not known of a missing file", async () => {
  expect(await sizeOfFile(join(tmpdir(), "size-missing.png"))).toEqual({});
  expect(await sizeOfFile(undefined)).toEqual({});
});
