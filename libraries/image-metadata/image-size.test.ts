// The size in the metadata of an image is that in its header, also when EXIF data turn the image.

import { expect, it } from "vitest";
import { imageHeaderOf } from "@pictor/images/formats";
import { readImageMetadata } from "./read-image-metadata.js";
import { inPieces, insertAt } from "./testing/bytes.js";
import { jpegs, webps } from "./testing/images.js";
import { encodeChunk, plainPng } from "./testing/png.js";

/** EXIF data with the orientation 6 alone. */
const exif = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
const exifSegment = Buffer.concat([
  Buffer.from([0xff, 0xe1, 0, exif.length + 8]),
  Buffer.from("Exif\0\0"),
  exif,
]);

function turnedWebp(): Buffer {
  const file = Buffer.concat([
    webps.lossyWithAlpha,
    Buffer.from("EXIF"),
    Buffer.from([exif.length, 0, 0, 0]),
    exif,
  ]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt8(file.readUInt8(20) | 8, 20);
  return file;
}

it.each([
  ...Object.entries({ png: plainPng, ...jpegs, ...webps }),
  ["PNG, turned", insertAt(plainPng, 33, encodeChunk("eXIf", exif))] as const,
  ["JPEG, turned", insertAt(jpegs.plain, 2, exifSegment)] as const,
  ["WebP, turned", turnedWebp()] as const,
])("%s", async (name, bytes) => {
  const { width = 0, height = 0 } = await readImageMetadata(inPieces(bytes));
  expect(imageHeaderOf(bytes)).toMatchObject({ width, height });
  expect(height > width).toBe(name.endsWith("turned"));
});
