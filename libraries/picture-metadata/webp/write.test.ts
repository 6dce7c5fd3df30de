// Texts go into a WebP of any kind without touching its picture, however its bytes arrive and whatever is wrong with it.

import { describe, expect, it } from "vitest";
import { collect, inPieces, insertAt } from "../bytes.test.support.js";
import { serverTexts, texts, webps } from "../pictures.test.support.js";
import { readPicture } from "../read-picture.js";
import { recordText } from "../record.js";
import { writePicture } from "../write-picture.js";

async function rewrite(bytes: Uint8Array, size = Infinity, written = texts) {
  const problems: string[] = [];
  const stream = writePicture(inPieces(bytes, size), written, (reason) => problems.push(reason));
  return { bytes: await collect(stream), problems };
}

/** All chunks; fails where lengths do not fit together. */
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
const isPicture = ([type]: readonly [string, Buffer]) => !["VP8X", "EXIF"].includes(type);
const own = { UserComment: texts.parameters, pictor: recordText(texts.record) };
const asJson = (text: string | undefined) => JSON.parse(text ?? "null") as unknown;

describe.each(Object.entries(webps))("the kind %s", (name, plain) => {
  it("gets the texts and keeps its picture", async () => {
    const { bytes, problems } = await rewrite(plain);
    expect(problems).toEqual([]);
    expect(chunksOf(bytes).filter(isPicture)).toEqual(chunksOf(plain).filter(isPicture));
    const read = await readPicture(inPieces(bytes));
    expect(read).toMatchObject({ format: "webp", width: 3, height: 2, ...texts, notes: [] });
    if (name === "animatedByServer") expect(read).toMatchObject(serverTexts);
    expect(asJson(read.texts["pictor"])).toEqual(asJson(own.pictor));
  });

  it("announces what it has: EXIF data, and alpha and animation as before", async () => {
    const flags = (bytes: Buffer) =>
      chunksOf(bytes)
        .find(([type]) => type === "VP8X")?.[1]
        .readUInt8(0) ?? 0;
    const alpha = name === "losslessWithAlpha" ? 0x10 : 0;
    expect(flags((await rewrite(plain)).bytes)).toBe(flags(plain) | 0x08 | alpha);
  });

  it("comes out the same in pieces of any size", async () => {
    const { bytes: whole } = await rewrite(plain);
    for (let size = 1; size <= plain.length; size += 13) {
      expect((await rewrite(plain, size)).bytes.equals(whole), `pieces of ${size}`).toBe(true);
    }
  });

  it("comes out with the new texts alone when it is rewritten", async () => {
    const { bytes: once } = await rewrite(plain, 5, { ...texts, parameters: "old\nSeed: 1" });
    const { bytes: twice, problems } = await rewrite(once);
    expect(problems).toEqual([]);
    expect((await readPicture(inPieces(twice))).texts["UserComment"]).toBe(texts.parameters);
  });
});

it("says its shape to whoever makes the texts", async () => {
  const shapes: unknown[] = [];
  const textsFor = (shape: unknown) => {
    shapes.push(shape);
    return texts;
  };
  for (const bytes of [webps.lossy, webps.animated]) {
    await collect(writePicture(inPieces(bytes), textsFor, () => undefined));
  }
  expect(shapes).toMatchObject([
    { width: 3, height: 2, isAnimated: false },
    { width: 3, height: 2, isAnimated: true },
  ]);
});

describe("chunks of others", () => {
  const chunk = (type: string, data: string) => {
    const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, Buffer.from(data + (data.length % 2 === 1 ? "\0" : ""), "latin1")]);
  };
  const longer = (bytes: Buffer, ...added: readonly Buffer[]) => {
    const whole = Buffer.concat([bytes, ...added]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  };

  it("stay where they are", async () => {
    const plain = longer(webps.animated, chunk("XMP ", "<xmp/>"), chunk("odd!", "abc"));
    const { bytes } = await rewrite(plain);
    expect(chunksOf(bytes).filter(isPicture)).toEqual(chunksOf(plain).filter(isPicture));
  });

  it("that are damaged EXIF data stay as they are, and that is told", async () => {
    const { bytes, problems } = await rewrite(longer(webps.animated, chunk("EXIF", "nonsense")));
    expect(chunksOf(bytes).at(-1)?.[1].toString("latin1", 0, 8)).toBe("nonsense");
    expect(problems).toEqual([expect.stringMatching(/EXIF data is damaged/)]);
  });

  it("behind the end of the file pass", async () => {
    const { bytes, problems } = await rewrite(Buffer.concat([webps.lossy, Buffer.from("more")]));
    expect(bytes.subarray(-4).toString()).toBe("more");
    expect(problems).toEqual([]);
  });
});

describe("passes unchanged, with a reason", () => {
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
      /not that of a picture/,
    ],
    ["a picture of no width", noWidth, /not that of a picture/],
    [
      "a first chunk without a size",
      Buffer.from("RIFF\x0e\0\0\0WEBPVP8L\x02\0\0\0ab"),
      /not that of a picture/,
    ],
  ])("%s", async (_situation, source, reason) => {
    for (const size of [1, Infinity]) {
      const { bytes, problems } = await rewrite(source, size);
      expect(bytes.equals(source)).toBe(true);
      expect(problems).toEqual([expect.stringMatching(reason)]);
    }
  });
});

it.each([
  ["an end inside the picture", webps.animated.subarray(0, -20)],
  ["an end between two chunks", webps.animated.subarray(0, 44)],
  [
    "a chunk that is longer than what is left",
    Buffer.concat([webps.animated.subarray(0, 48), Buffer.alloc(102, 0xff)]),
  ],
])("damage behind the beginning passes, with a reason: %s", async (_situation, source) => {
  const { bytes, problems } = await rewrite(source);
  expect(bytes.subarray(30)).toEqual(source.subarray(30));
  expect(problems).toEqual(["its chunks are damaged, or it ends early"]);
});
