// Texts go into a JPEG without touching its picture, however its bytes arrive and whatever is wrong with it.

import { describe, expect, it } from "vitest";
import { collect, inPieces, insertAt } from "../bytes.test.support.js";
import { jpegs, serverTexts, texts } from "../pictures.test.support.js";
import { readPicture } from "../read-picture.js";
import { writePicture } from "../write-picture.js";
import { maxExifBytes } from "./segments.js";

async function rewrite(bytes: Uint8Array, size = Infinity, written = texts) {
  const problems: string[] = [];
  const stream = writePicture(inPieces(bytes, size), written, (reason) => problems.push(reason));
  return { bytes: await collect(stream), problems };
}
const segment = (marker: number, data: string) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, Buffer.from(data, "latin1")]);
};
/** Behind the JFIF segment. */
const second = 20;
const withoutExif = (bytes: Buffer) => {
  const at = bytes.indexOf("Exif\0\0", 0, "latin1") - 4;
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 2 + bytes.readUInt16BE(at + 2))]);
};

describe.each(Object.entries(jpegs))("the kind %s", (name, plain) => {
  it("gets the texts and keeps everything else, byte for byte", async () => {
    const { bytes, problems } = await rewrite(plain);
    expect(problems).toEqual([]);
    expect(withoutExif(bytes)).toEqual(name === "byServer" ? withoutExif(plain) : plain);
    const read = await readPicture(inPieces(bytes));
    expect(read).toMatchObject({ format: "jpeg", width: 3, height: 2, ...texts, notes: [] });
    if (name === "byServer") expect(read).toMatchObject(serverTexts);
  });

  it("has the EXIF data right behind the JFIF segment", async () => {
    const { bytes } = await rewrite(plain);
    expect(bytes.subarray(second, second + 2)).toEqual(Buffer.from([0xff, 0xe1]));
  });

  it("comes out the same in pieces of any size", async () => {
    const { bytes: whole } = await rewrite(plain);
    for (let size = 1; size <= plain.length; size += 13) {
      expect((await rewrite(plain, size)).bytes.equals(whole), `pieces of ${size}`).toBe(true);
    }
  });

  it("comes out the same when it is rewritten again", async () => {
    const { bytes: once } = await rewrite(plain);
    expect((await rewrite(once)).bytes.equals(once)).toBe(true);
  });
});

describe("segments of others", () => {
  it("stay where they are: XMP, colours, comments, bytes that fill", async () => {
    const others = [
      segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<x/>"),
      segment(0xe2, "ICC_PROFILE\0..."),
      segment(0xfe, "a comment"),
      Buffer.from([0xff, 0xff]),
    ];
    const plain = insertAt(jpegs.plain, second, ...others);
    const { bytes, problems } = await rewrite(plain);
    expect(problems).toEqual([]);
    expect(withoutExif(bytes)).toEqual(plain);
    expect(await readPicture(inPieces(bytes))).toMatchObject({ ...texts, width: 3 });
  });

  it("are looked at: a file without a JFIF segment gets its EXIF data first", async () => {
    const plain = Buffer.concat([jpegs.plain.subarray(0, 2), jpegs.plain.subarray(second)]);
    const { bytes } = await rewrite(plain);
    expect(bytes.subarray(2, 4)).toEqual(Buffer.from([0xff, 0xe1]));
    expect(withoutExif(bytes)).toEqual(plain);
  });

  it("that are damaged EXIF data stay as they are, and that is told", async () => {
    const plain = insertAt(jpegs.plain, second, segment(0xe1, "Exif\0\0nonsense"));
    const { bytes, problems } = await rewrite(plain);
    expect(bytes).toEqual(plain);
    expect(problems).toEqual(["its EXIF data is damaged"]);
  });
});

describe("texts that are too long for a segment", () => {
  const long = "x".repeat(maxExifBytes);
  const { record } = texts;
  it.each([
    ["the parameters", { ...texts, parameters: `${long}\nSeed: 1` }, { record, parameters: undefined }],
    [
      "the record",
      { ...texts, record: { ...record, workflow: long } },
      { parameters: texts.parameters, record: undefined },
    ],
  ])("%s is left out, and that is told", async (what, written, expected) => {
    const { bytes, problems } = await rewrite(jpegs.plain, Infinity, written);
    const { parameters, record: found } = await readPicture(inPieces(bytes));
    expect({ parameters, record: found }).toEqual(expected);
    expect(problems).toEqual([`a JPEG has no room for ${what} (${maxExifBytes} bytes in all)`]);
  });

  it("both: the picture passes as it is", async () => {
    const written = { parameters: `${long}\nSeed: 1`, record: { ...record, workflow: long } };
    const { bytes, problems } = await rewrite(jpegs.plain, Infinity, written);
    expect(bytes).toEqual(jpegs.plain);
    expect(problems).toHaveLength(1);
  });
});

describe("passes unchanged, with a reason", () => {
  const { plain } = jpegs;
  it.each([
    ["a start alone", plain.subarray(0, 3), /ends in front of its image data/],
    ["an end inside a segment", plain.subarray(0, 40), /ends in front of its image data/],
    ["no image data", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /no image data/],
    ["a segment without marker", insertAt(plain, second, Buffer.from("junk")), /without marker/],
    ["a length of nothing", insertAt(plain, second, Buffer.from([0xff, 0xe5, 0, 1])), /no length/],
    [
      "a file that is no picture",
      Buffer.from("<html>not found</html>"),
      /neither a PNG nor a WebP nor a JPEG/,
    ],
    ["no bytes", Buffer.alloc(0), /neither/],
  ])("%s", async (_situation, source, reason) => {
    for (const size of [1, Infinity]) {
      const { bytes, problems } = await rewrite(source, size);
      expect(bytes.equals(source)).toBe(true);
      expect(problems).toEqual([expect.stringMatching(reason)]);
    }
  });
});
