// What holds for all bytes and all texts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, collect, inPieces } from "./bytes.test.support.js";
import { jpegs, texts, webps } from "./pictures.test.support.js";
import { pixels, plain } from "./png/png.test.support.js";
import { readPicture, UnreadablePictureError } from "./read-picture.js";
import { writePicture } from "./write-picture.js";

const pictures = { png: plain, ...webps, ...jpegs };

/** A picture in which some bytes are others, some are missing, and which may end early. */
const damaged = fc
  .record({
    picture: fc.constantFrom(...Object.values(pictures)),
    changes: fc.array(fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 255 })), { maxLength: 6 }),
    gone: fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 8 })),
    end: fc.nat({ max: 600 }),
  })
  .map(({ picture, changes, gone: [at, count], end }) => {
    const copy = Buffer.from(picture);
    for (const [place, value] of changes) copy[place % copy.length] = value;
    return Buffer.concat([copy.subarray(0, at), copy.subarray(at + count)]).subarray(0, end);
  });

/** The first chunk of image data, the last scan of a JPEG, or the pixels of a PNG. */
function imageOf(bytes: Buffer): Buffer {
  if (bytes.toString("latin1", 1, 4) === "PNG") return pixels(bytes);
  if (bytes[0] === 0xff) return bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])));
  const at = Math.max(bytes.indexOf("VP8 "), bytes.indexOf("VP8L"));
  expect(at).toBeGreaterThan(0);
  return bytes.subarray(at, at + 8 + bytes.readUInt32LE(at + 4));
}

describe("any bytes", () => {
  it("are read, or refused with a reason", async () => {
    const bytes = fc.oneof(damaged, fc.uint8Array({ maxLength: 64 }));
    const isKnown = async (found: Uint8Array) => {
      try {
        return (await readPicture(inPieces(found, 7))).width > 0;
      } catch (error) {
        return error instanceof UnreadablePictureError;
      }
    };
    await fc.assert(fc.asyncProperty(bytes, isKnown), { numRuns: 150 });
  });

  it("can be given texts: what cannot take them passes, and what is behind the first bytes stays", async () => {
    const write = async (found: Uint8Array) => {
      const problems: string[] = [];
      const written = await collect(
        writePicture(inPieces(found, 7), texts, (reason) => problems.push(reason)),
      );
      expect(problems.length).toBeLessThanOrEqual(2);
      expect(written.length).toBeGreaterThanOrEqual(found.length);
    };
    await fc.assert(fc.asyncProperty(damaged, write), { numRuns: 80 });
  });
});

it("all texts that are written are read back, and the pixels stay", async () => {
  const parameters = anyText.map((text) =>
    `${text.replace(/[\0\r\p{Surrogate}]/gu, "").trim()}\nSteps: 1, Seed: 1`.trimStart(),
  );
  const record = fc.record({ prompt: anyText, name: anyText }).map(({ prompt, name }) => ({
    ...texts.record,
    params: { prompt, [name]: [prompt, null, { deep: 1 }] },
    prompt: { positive: prompt, negative: name },
  }));
  const picture = fc.constantFrom(...Object.values(pictures));
  const isKept = async (bytes: Buffer, text: string, made: typeof texts.record) => {
    const stream = writePicture(inPieces(bytes), { parameters: text, record: made }, (reason) => {
      throw new Error(reason);
    });
    const written = await collect(stream);
    const found = await readPicture(inPieces(written));
    expect(found.record).toEqual(made);
    expect(found.parameters).toBe(text);
    expect(found.notes).toEqual([]);
    expect(imageOf(written)).toEqual(imageOf(bytes));
  };
  await fc.assert(fc.asyncProperty(picture, parameters, record, isKept), { numRuns: 60 });
});
