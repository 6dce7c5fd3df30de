// Texts go into a PNG without touching anything else, however its bytes arrive and whatever is wrong with it.

import { describe, expect, it } from "vitest";
import { createByteReader } from "../byte-reader.js";
import { maxHeadBytes } from "../limits.js";
import { collect, inPieces, insertAt } from "../bytes.test.support.js";
import { writeText } from "./chunks.js";
import { chunksOf, pixels, plain, positionOf } from "./png.test.support.js";
import { writePng } from "./write.js";

async function* withTexts(
  source: AsyncIterable<Uint8Array>,
  wanted: typeof texts,
  onProblem: (reason: string) => void,
) {
  const reader = createByteReader(source);
  try {
    yield* writePng(reader, () => wanted, onProblem);
  } finally {
    await reader.close();
  }
}

const texts = [
  { keyword: "parameters", text: "a lighthouse\nSteps: 20" },
  { keyword: "pictor", text: '{"version":1}' },
];

async function rewrite(source: AsyncIterable<Uint8Array>, wanted = texts) {
  const problems: string[] = [];
  const bytes = await collect(withTexts(source, wanted, (reason) => problems.push(reason)));
  return { bytes, problems };
}

const idat = positionOf(plain, "IDAT");
const iend = positionOf(plain, "IEND");
const latin = (type: string, text: string) => ({ type, data: Buffer.from(text, "latin1") });

describe("a sound picture", () => {
  it("gets the texts right in front of its image data and keeps its pixels", async () => {
    const { bytes, problems } = await rewrite(inPieces(plain));
    expect(chunksOf(bytes).map(({ type }) => type)).toEqual(["IHDR", "tEXt", "tEXt", "IDAT", "IEND"]);
    expect(chunksOf(bytes)[1]).toEqual(latin("tEXt", "parameters\0a lighthouse\nSteps: 20"));
    expect(pixels(bytes)).toEqual(pixels(plain));
    expect(problems).toEqual([]);
  });

  it("comes out the same when it is cut in two at any byte", async () => {
    const { bytes: whole } = await rewrite(inPieces(plain));
    for (let at = 0; at <= plain.length; at++) {
      const halves = (async function* () {
        yield* inPieces(plain.subarray(0, at));
        yield* inPieces(plain.subarray(at));
      })();
      expect((await rewrite(halves)).bytes.equals(whole), `cut at ${at}`).toBe(true);
    }
  });

  it("comes out the same byte by byte", async () => {
    expect((await rewrite(inPieces(plain, 1))).bytes).toEqual((await rewrite(inPieces(plain))).bytes);
  });

  it("comes out the same when it is rewritten again", async () => {
    const { bytes: once } = await rewrite(inPieces(plain));
    expect((await rewrite(inPieces(once))).bytes).toEqual(once);
  });

  it("keeps the server's own chunks, byte for byte and in order", async () => {
    const own = writeText({ keyword: "prompt", text: '{"3":{}}' });
    const late = writeText({ keyword: "workflow", text: "{}" });
    const source = insertAt(insertAt(plain, iend, late), idat, own);
    const { bytes } = await rewrite(inPieces(source));
    expect(bytes).toEqual(
      Buffer.concat([
        source.subarray(0, idat + own.length),
        ...texts.map(writeText),
        source.subarray(idat + own.length),
      ]),
    );
  });

  it.each([
    ["in front of the image data", idat],
    ["behind it", iend],
  ])("loses an older text of the same keyword %s", async (_situation, at) => {
    const old = writeText({ keyword: "parameters", text: "old".repeat(100) });
    const unicode = writeText({ keyword: "pictor", text: "旧" });
    const { bytes } = await rewrite(inPieces(insertAt(plain, at, old, unicode), 7));
    expect(bytes).toEqual((await rewrite(inPieces(plain))).bytes);
  });

  it("keeps what somebody appended behind its end", async () => {
    const { bytes, problems } = await rewrite(inPieces(Buffer.concat([plain, Buffer.from("more")])));
    expect(bytes.subarray(-4).toString()).toBe("more");
    expect(problems).toEqual([]);
  });
});

describe("the charset of a text", () => {
  it.each([
    ["up to U+00FF: tEXt in Latin-1", "é ÿ", latin("tEXt", "k\0é ÿ")],
    [
      "beyond: iTXt in UTF-8, not compressed",
      "灯台 🌊",
      { type: "iTXt", data: Buffer.from("k\0\0\0\0\0灯台 🌊", "utf8") },
    ],
    ["line ends become LF", "a\r\nb\rc", latin("tEXt", "k\0a\nb\nc")],
    ["NUL is left out", "a\0b", latin("tEXt", "k\0ab")],
  ])("%s", async (_situation, text, chunk) => {
    const { bytes } = await rewrite(inPieces(plain), [{ keyword: "k", text }]);
    expect(chunksOf(bytes)[1]).toEqual(chunk);
    expect(pixels(bytes)).toEqual(pixels(plain));
  });
});

const patched = (at: number, ...values: readonly number[]): Buffer => {
  const copy = Buffer.from(plain);
  copy.set(values, at);
  return copy;
};
const bigChunk = Buffer.alloc(8);
bigChunk.writeUInt32BE(maxHeadBytes + 1);
bigChunk.write("prVt", 4, "latin1");

describe("passes unchanged, with a reason", () => {
  it.each([
    ["nothing at all", Buffer.alloc(0), /not a PNG/],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6]), /not a PNG/],
    ["half a signature", plain.subarray(0, 5), /not a PNG/],
    ["a signature alone", plain.subarray(0, 8), /without length and type/],
    ["an end inside IHDR", plain.subarray(0, 20), /ends inside its IHDR/],
    ["a length beyond 2^31 - 1", patched(8, 0xff, 0xff, 0xff, 0xff), /without length and type/],
    [
      "a length that the file does not have",
      insertAt(plain, idat, Buffer.from("\0\0\xff\xffprVt", "latin1")),
      /prVt/,
    ],
    ["a length beyond the bound", insertAt(plain, idat, bigChunk), /more than \d+ bytes/],
    ["an IHDR of another length", patched(8, 0, 0, 0, 14), /wrong length/],
    ["a type that is no type", patched(12, 0, 0, 0, 0), /without length and type/],
    ["another first chunk", insertAt(plain, 8, writeText({ keyword: "k", text: "" })), /IHDR is not/],
    ["image data without IHDR", Buffer.concat([plain.subarray(0, 8), plain.subarray(idat)]), /IHDR is not/],
    ["a wrong CRC", patched(20, 0xaa), /CRC of its IHDR/],
    ["no image data", Buffer.concat([plain.subarray(0, idat), plain.subarray(iend)]), /no image data/],
  ])("%s", async (_situation, source, reason) => {
    for (const size of [1, Infinity]) {
      const { bytes, problems } = await rewrite(inPieces(source, size));
      expect(bytes.equals(source)).toBe(true);
      expect(problems).toEqual([expect.stringMatching(reason)]);
    }
  });
});

describe("damage behind the texts leaves the rest unchanged, with a reason", () => {
  it.each([
    ["an end inside the image data", plain.subarray(0, idat + 12), /without IEND/],
    ["no IEND", plain.subarray(0, iend), /without IEND/],
    ["a chunk with an impossible length", patched(iend, 0xff, 0, 0, 0), /damaged/],
  ])("%s", async (_situation, source, reason) => {
    const { bytes, problems } = await rewrite(inPieces(source, 3));
    const inserted = texts.map(writeText);
    expect(bytes).toEqual(insertAt(source, idat, ...inserted));
    expect(problems).toEqual([expect.stringMatching(reason)]);
  });
});

describe("the source", () => {
  it("is let go of when the reader stops early", async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        yield* inPieces(plain, 4);
      } finally {
        isClosed = true;
      }
    })();
    for await (const piece of withTexts(source, texts, () => undefined)) if (piece.length > 0) break;
    expect(isClosed).toBe(true);
  });

  it("that fails passes its error on", async () => {
    const source = (async function* () {
      yield* inPieces(plain.subarray(0, idat + 10));
      throw new Error("connection lost");
    })();
    await expect(rewrite(source)).rejects.toThrow("connection lost");
  });

  it("is not read ahead of the reader: image data passes piece by piece", async () => {
    let piecesRead = 0;
    const source = (async function* () {
      for await (const piece of inPieces(plain.subarray(0, iend), 1)) {
        piecesRead++;
        yield piece;
      }
    })();
    const stream = withTexts(source, texts, () => undefined);
    // Up to one byte of image data.
    let seen = 0;
    while (seen < idat + texts.map(writeText).reduce((sum, { length }) => sum + length, 0) + 9) {
      const { value } = (await stream.next()) as { readonly value: Uint8Array };
      seen += value.length;
    }
    expect(piecesRead).toBe(idat + 9);
    await stream.return(undefined);
  });
});

it("a text behind the image data that claims too much swallows nothing", async () => {
  const lying = Buffer.alloc(8 + 20);
  lying.writeUInt32BE(500_000, 0);
  lying.write("tEXtpictor\0", 4, "latin1");
  const source = insertAt(plain, iend, lying);
  const { bytes } = await rewrite(inPieces(source));
  expect(bytes.subarray(bytes.length - source.length + idat)).toEqual(source.subarray(idat));
});
