// Metadata is written into a JPEG: the image data stays, in pieces of any size and whatever is damaged.

import { describe, expect, it } from "vitest";
import { collect, inPieces, insertAt } from "../testing/bytes.js";
import { jpegs, serverGraphs, metadata } from "../testing/images.js";
import { readImageMetadata } from "../read-image-metadata.js";
import { writeImageMetadata } from "../write-image-metadata.js";
import { maxExifBytes } from "./segments.js";

async function rewrite(bytes: Uint8Array, size = Infinity, written = metadata) {
  const problems: string[] = [];
  const stream = writeImageMetadata(inPieces(bytes, size), written, (reason) => problems.push(reason));
  return { bytes: await collect(stream), problems };
}
const segment = (marker: number, data: string) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, Buffer.from(data, "latin1")]);
};
/** Offset after the JFIF segment. */
const afterJfif = 20;
const withoutExif = (bytes: Buffer) => {
  const at = bytes.indexOf("Exif\0\0", 0, "latin1") - 4;
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 2 + bytes.readUInt16BE(at + 2))]);
};

describe.each(Object.entries(jpegs))("a JPEG, %s,", (name, plain) => {
  it("gets the metadata and keeps everything else, byte for byte", async () => {
    const { bytes, problems } = await rewrite(plain);
    expect(problems).toEqual([]);
    expect(withoutExif(bytes)).toEqual(name === "withGraphs" ? withoutExif(plain) : plain);
    const read = await readImageMetadata(inPieces(bytes));
    expect(read).toMatchObject({ format: "jpeg", width: 3, height: 2, ...metadata, notes: [] });
    if (name === "withGraphs") expect(read).toMatchObject(serverGraphs);
  });

  it("has the EXIF data right after the JFIF segment", async () => {
    const { bytes } = await rewrite(plain);
    expect(bytes.subarray(afterJfif, afterJfif + 2)).toEqual(Buffer.from([0xff, 0xe1]));
  });

  it("is the same whatever the size of the pieces", async () => {
    const { bytes: whole } = await rewrite(plain);
    for (let size = 1; size <= plain.length; size += 13) {
      expect((await rewrite(plain, size)).bytes.equals(whole), `pieces of ${size}`).toBe(true);
    }
  });

  it("stays the same when it is rewritten", async () => {
    const { bytes: once } = await rewrite(plain);
    expect((await rewrite(once)).bytes.equals(once)).toBe(true);
  });
});

describe("other segments", () => {
  it("stay: XMP, color profiles, comments, fill bytes", async () => {
    const others = [
      segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<x/>"),
      segment(0xe2, "ICC_PROFILE\0..."),
      segment(0xfe, "a comment"),
      Buffer.from([0xff, 0xff]),
    ];
    const plain = insertAt(jpegs.plain, afterJfif, ...others);
    const { bytes, problems } = await rewrite(plain);
    expect(problems).toEqual([]);
    expect(withoutExif(bytes)).toEqual(plain);
    expect(await readImageMetadata(inPieces(bytes))).toMatchObject({ ...metadata, width: 3 });
  });

  it("need not include JFIF: the EXIF segment is then the first", async () => {
    const plain = Buffer.concat([jpegs.plain.subarray(0, 2), jpegs.plain.subarray(afterJfif)]);
    const { bytes } = await rewrite(plain);
    expect(bytes.subarray(2, 4)).toEqual(Buffer.from([0xff, 0xe1]));
    expect(withoutExif(bytes)).toEqual(plain);
  });

  it("with damaged EXIF data stay, and a problem is reported", async () => {
    const plain = insertAt(jpegs.plain, afterJfif, segment(0xe1, "Exif\0\0nonsense"));
    const { bytes, problems } = await rewrite(plain);
    expect(bytes).toEqual(plain);
    expect(problems).toEqual(["its EXIF data is damaged"]);
  });
});

describe("metadata that is too long for a segment", () => {
  const long = "x".repeat(maxExifBytes);
  const { record } = metadata;
  it.each([
    ["the parameters", { ...metadata, parameters: `${long}\nSeed: 1` }, { record, parameters: undefined }],
    [
      "the record",
      { ...metadata, record: { ...record, workflow: long } },
      { parameters: metadata.parameters, record: undefined },
    ],
  ])("%s is left out, and a problem is reported", async (what, written, expected) => {
    const { bytes, problems } = await rewrite(jpegs.plain, Infinity, written);
    const { parameters, record: found } = await readImageMetadata(inPieces(bytes));
    expect({ parameters, record: found }).toEqual(expected);
    expect(problems).toEqual([`a JPEG has no room for ${what} (${maxExifBytes} bytes in all)`]);
  });

  it("both: the image passes unchanged", async () => {
    const written = { parameters: `${long}\nSeed: 1`, record: { ...record, workflow: long } };
    const { bytes, problems } = await rewrite(jpegs.plain, Infinity, written);
    expect(bytes).toEqual(jpegs.plain);
    expect(problems).toHaveLength(1);
  });
});

describe("an unusable file passes unchanged, and the reason is reported", () => {
  const { plain } = jpegs;
  it.each([
    ["a start alone", plain.subarray(0, 3), /ends before its image data/],
    ["an end inside a segment", plain.subarray(0, 40), /ends before its image data/],
    ["no image data", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /no image data/],
    ["a segment without marker", insertAt(plain, afterJfif, Buffer.from("junk")), /no marker/],
    ["a length of nothing", insertAt(plain, afterJfif, Buffer.from([0xff, 0xe5, 0, 1])), /no length/],
    [
      "a file that is not an image",
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
