// The size of an image is that of its metadata, and needs its first bytes alone.

import { expect, it } from "vitest";
import { readImageMetadata } from "./read-image-metadata.js";
import { readImageSize } from "./read-image-size.js";
import { inPieces } from "./testing/bytes.js";
import { jpegs, webps } from "./testing/images.js";
import { plainPng } from "./testing/png.js";

const images = { png: plainPng, ...jpegs, ...webps };

it.each(Object.entries(images))("%s", async (_name, bytes) => {
  const { width, height } = await readImageMetadata(inPieces(bytes, Infinity));
  for (const size of [1, Infinity])
    expect(await readImageSize(inPieces(bytes, size))).toEqual({ width, height });
});

it("the first bytes of a PNG are enough", async () => {
  expect(await readImageSize(inPieces(plainPng.subarray(0, 33), 7))).toEqual({ width: 5, height: 3 });
});

it.each(["", "GIF89a", "\x89PNG\r\n\x1a\n", "RIFFxxxxWEBP", "\xff\xd8\xff"])(
  "%j has no size",
  async (text) => {
    expect(await readImageSize(inPieces(Buffer.from(text, "latin1"), Infinity))).toBeUndefined();
  },
);
