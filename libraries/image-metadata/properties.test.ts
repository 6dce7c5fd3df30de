// Properties that hold for all bytes and all texts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryText, collect, inPieces } from "./testing/bytes.js";
import { jpegs, metadata, webps } from "./testing/images.js";
import { decodePixels, plainPng } from "./testing/png.js";
import { readImageMetadata, UnreadableImageError } from "./read-image-metadata.js";
import { writeImageMetadata } from "./write-image-metadata.js";

const images = { png: plainPng, ...webps, ...jpegs };

/** An image in which some bytes are changed and some are missing, and which may end early. */
const damaged = fc
  .record({
    image: fc.constantFrom(...Object.values(images)),
    changes: fc.array(fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 255 })), { maxLength: 6 }),
    removed: fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 8 })),
    end: fc.nat({ max: 600 }),
  })
  .map(({ image, changes, removed: [at, count], end }) => {
    const copy = Buffer.from(image);
    for (const [place, value] of changes) copy[place % copy.length] = value;
    return Buffer.concat([copy.subarray(0, at), copy.subarray(at + count)]).subarray(0, end);
  });

/** The pixels of a PNG, the last scan of a JPEG, or the first chunk of image data of a WebP. */
function imageDataOf(bytes: Buffer): Buffer {
  if (bytes.toString("latin1", 1, 4) === "PNG") return decodePixels(bytes);
  if (bytes[0] === 0xff) return bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])));
  const at = Math.max(bytes.indexOf("VP8 "), bytes.indexOf("VP8L"));
  expect(at).toBeGreaterThan(0);
  return bytes.subarray(at, at + 8 + bytes.readUInt32LE(at + 4));
}

describe("any bytes", () => {
  it("are read or rejected with an UnreadableImageError", async () => {
    const bytes = fc.oneof(damaged, fc.uint8Array({ maxLength: 64 }));
    const isReadOrRejected = async (input: Uint8Array) => {
      try {
        return (await readImageMetadata(inPieces(input, 7))).notes.length >= 0;
      } catch (error) {
        return error instanceof UnreadableImageError;
      }
    };
    await fc.assert(fc.asyncProperty(bytes, isReadOrRejected), { numRuns: 40 });
  });

  it("can be rewritten: the result is never shorter, and problems are reported at most twice", async () => {
    const write = async (input: Uint8Array) => {
      const problems: string[] = [];
      const written = await collect(
        writeImageMetadata(inPieces(input, 7), metadata, (reason) => problems.push(reason)),
      );
      expect(problems.length).toBeLessThanOrEqual(2);
      expect(written.length).toBeGreaterThanOrEqual(input.length);
    };
    await fc.assert(fc.asyncProperty(damaged, write), { numRuns: 40 });
  });
});

it("written metadata is read back the same, and the image data stays", async () => {
  const parameters = arbitraryText.map((text) =>
    `${text.replace(/[\0\r\p{Surrogate}]/gu, "").trim()}\nSteps: 1, Seed: 1`.trimStart(),
  );
  const record = fc
    .record({ prompt: arbitraryText, name: arbitraryText })
    .map(({ prompt, name }) => ({
      ...metadata.record,
      params: { prompt, [name]: [prompt, null, { deep: 1 }] },
      prompt: { positive: prompt, negative: name },
    }));
  const image = fc.constantFrom(...Object.values(images));
  const roundTrips = async (bytes: Buffer, text: string, made: typeof metadata.record) => {
    const stream = writeImageMetadata(inPieces(bytes), { parameters: text, record: made }, (reason) => {
      throw new Error(reason);
    });
    const written = await collect(stream);
    const found = await readImageMetadata(inPieces(written));
    expect(found.record).toEqual(made);
    expect(found.parameters).toBe(text);
    expect(found.notes).toEqual([]);
    expect(imageDataOf(written)).toEqual(imageDataOf(bytes));
  };
  await fc.assert(fc.asyncProperty(image, parameters, record, roundTrips), { numRuns: 40 });
});
