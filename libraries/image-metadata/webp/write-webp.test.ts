// Metadata is written into a WebP of any kind: the image data stays, in pieces of any size and whatever is damaged.

import { describe, expect, it } from "vitest";
import { collect, inPieces, insertAt } from "../testing/bytes.js";
import { serverGraphs, metadata, webps } from "../testing/images.js";
import { readImageMetadata } from "../read-image-metadata.js";
import { writeImageMetadata } from "../write-image-metadata.js";

async function rewrite(bytes: Uint8Array, size = Infinity, written = metadata) {
  const problems: string[] = [];
  const stream = writeImageMetadata(inPieces(bytes, size), written, (reason) => problems.push(reason));
  return { bytes: await collect(stream), problems };
}

/** All chunks. Fails when a length is wrong. */
function chunksOf(bytes: Buffer): readonly (readonly [type: string, data: Buffer])[] {
  expect(bytes.toString("latin1", 0, 4) + bytes.toString("latin1", 8, 12)).toBe("RIFFWEBP");
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  const chunks: (readonly [string, Buffer])[] = [];
  let at = 12;
  while (at < bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    chunks.push([bytes.toString("latin1", at, at + 4), bytes.subarray(at + 8, at + 8 + length)]);
    at += 8 + length + (length % 2);
  }
  expect(at).toBe(bytes.length);
  return chunks;
}
const isImageData = ([type]: readonly [string, Buffer]) => !["VP8X", "EXIF"].includes(type);
const asJson = (text: string | undefined) => JSON.parse(text ?? "null") as unknown;

describe.each(Object.entries(webps))("a WebP, %s,", (name, plain) => {
  it("gets the metadata and keeps its image data", async () => {
    const { bytes, problems } = await rewrite(plain);
    expect(problems).toEqual([]);
    expect(chunksOf(bytes).filter(isImageData)).toEqual(chunksOf(plain).filter(isImageData));
    const read = await readImageMetadata(inPieces(bytes));
    expect(read).toMatchObject({ format: "webp", width: 3, height: 2, ...metadata, notes: [] });
    if (name === "animatedWithGraphs") expect(read).toMatchObject(serverGraphs);
    expect(asJson(read.texts["pictor"])).toEqual(metadata.record);
  });

  it("sets the EXIF flag and keeps the alpha and animation flags", async () => {
    const flags = (bytes: Buffer) =>
      chunksOf(bytes)
        .find(([type]) => type === "VP8X")?.[1]
        .readUInt8(0) ?? 0;
    const alpha = name === "losslessWithAlpha" ? 0x10 : 0;
    expect(flags((await rewrite(plain)).bytes)).toBe(flags(plain) | 0x08 | alpha);
  });

  it("is the same whatever the size of the pieces", async () => {
    const { bytes: whole } = await rewrite(plain);
    for (let size = 1; size <= plain.length; size += 13) {
      expect((await rewrite(plain, size)).bytes.equals(whole), `pieces of ${size}`).toBe(true);
    }
  });

  it("has only the new metadata after it is rewritten", async () => {
    const { bytes: once } = await rewrite(plain, 5, { ...metadata, parameters: "old\nSeed: 1" });
    const { bytes: twice, problems } = await rewrite(once);
    expect(problems).toEqual([]);
    expect((await readImageMetadata(inPieces(twice))).texts["UserComment"]).toBe(metadata.parameters);
  });
});

it("passes its header to the metadata factory", async () => {
  const headers: unknown[] = [];
  const createMetadata = (header: unknown) => {
    headers.push(header);
    return metadata;
  };
  for (const bytes of [webps.lossy, webps.animated]) {
    await collect(writeImageMetadata(inPieces(bytes), createMetadata, () => undefined));
  }
  expect(headers).toMatchObject([
    { width: 3, height: 2, isAnimated: false },
    { width: 3, height: 2, isAnimated: true },
  ]);
});

describe("other chunks", () => {
  const chunk = (type: string, data: string) => {
    const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, Buffer.from(data + (data.length % 2 === 1 ? "\0" : ""), "latin1")]);
  };
  const withChunks = (bytes: Buffer, ...added: readonly Buffer[]) => {
    const whole = Buffer.concat([bytes, ...added]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  };

  it("stay", async () => {
    const plain = withChunks(webps.animated, chunk("XMP ", "<xmp/>"), chunk("odd!", "abc"));
    const { bytes } = await rewrite(plain);
    expect(chunksOf(bytes).filter(isImageData)).toEqual(chunksOf(plain).filter(isImageData));
  });

  it("with damaged EXIF data stay, and a problem is reported", async () => {
    const { bytes, problems } = await rewrite(withChunks(webps.animated, chunk("EXIF", "nonsense")));
    expect(chunksOf(bytes).at(-1)?.[1].toString("latin1", 0, 8)).toBe("nonsense");
    expect(problems).toEqual([expect.stringMatching(/EXIF data is damaged/)]);
  });

  it("after the end of the file stay", async () => {
    const { bytes, problems } = await rewrite(Buffer.concat([webps.lossy, Buffer.from("more")]));
    expect(bytes.subarray(-4).toString()).toBe("more");
    expect(problems).toEqual([]);
  });
});

describe("an unusable file passes unchanged, and the reason is reported", () => {
  const { animated, lossy } = webps;
  const noWidth = Buffer.from(lossy);
  noWidth.writeUInt16LE(0, 26);
  const patched = (at: number, ...values: readonly number[]) => {
    const copy = Buffer.from(animated);
    copy.set(values, at);
    return copy;
  };
  it.each([
    ["a header alone", animated.subarray(0, 12), /first chunk is damaged/],
    ["a total of nothing", patched(4, 0, 0, 0, 0), /not a WebP/],
    ["a first chunk that is longer than all", patched(16, 0xff, 0xff), /first chunk is damaged/],
    [
      "a first chunk of another kind",
      insertAt(animated, 12, Buffer.from("XMP \x02\0\0\0ab")),
      /not an image/,
    ],
    ["an image of zero width", noWidth, /not an image/],
    ["a first chunk without a size", Buffer.from("RIFF\x0e\0\0\0WEBPVP8L\x02\0\0\0ab"), /not an image/],
  ])("%s", async (_situation, source, reason) => {
    for (const size of [1, Infinity]) {
      const { bytes, problems } = await rewrite(source, size);
      expect(bytes.equals(source)).toBe(true);
      expect(problems).toEqual([expect.stringMatching(reason)]);
    }
  });
});

it.each([
  ["an end inside the image data", webps.animated.subarray(0, -20)],
  ["an end between two chunks", webps.animated.subarray(0, 44)],
  [
    "a chunk beyond the end of the file",
    Buffer.concat([webps.animated.subarray(0, 48), Buffer.alloc(102, 0xff)]),
  ],
])("damage after the start passes unchanged, and the reason is reported: %s", async (_situation, source) => {
  const { bytes, problems } = await rewrite(source);
  expect(bytes.subarray(30)).toEqual(source.subarray(30));
  expect(problems).toEqual(["its chunks are damaged, or it ends early"]);
});
