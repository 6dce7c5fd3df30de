// Texts are written into a PNG: everything else stays, in pieces of any size and whatever is damaged.

import { describe, expect, it } from "vitest";
import { ByteReader } from "../base/byte-reader.js";
import { maxHeadBytes } from "../base/limits.js";
import { collect, inPieces, insertAt } from "../testing/bytes.js";
import { encodeTextChunk } from "./chunks.js";
import { chunksOf, decodePixels, plainPng, chunkOffset } from "../testing/png.js";
import { writePng } from "./write-png.js";

async function* withTexts(
  source: AsyncIterable<Uint8Array>,
  wanted: typeof texts,
  onProblem: (reason: string) => void,
) {
  const reader = new ByteReader(source);
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

const idat = chunkOffset(plainPng, "IDAT");
const iend = chunkOffset(plainPng, "IEND");
const latin = (type: string, text: string) => ({ type, data: Buffer.from(text, "latin1") });

describe("a PNG", () => {
  it("gets the texts in front of its image data and keeps its pixels", async () => {
    const { bytes, problems } = await rewrite(inPieces(plainPng));
    expect(chunksOf(bytes).map(({ type }) => type)).toEqual(["IHDR", "tEXt", "tEXt", "IDAT", "IEND"]);
    expect(chunksOf(bytes)[1]).toEqual(latin("tEXt", "parameters\0a lighthouse\nSteps: 20"));
    expect(decodePixels(bytes)).toEqual(decodePixels(plainPng));
    expect(problems).toEqual([]);
  });

  it("is the same wherever it is cut into two pieces", async () => {
    const { bytes: whole } = await rewrite(inPieces(plainPng));
    for (let at = 0; at <= plainPng.length; at++) {
      const halves = (async function* () {
        yield* inPieces(plainPng.subarray(0, at));
        yield* inPieces(plainPng.subarray(at));
      })();
      expect((await rewrite(halves)).bytes.equals(whole), `cut at ${at}`).toBe(true);
    }
  });

  it("is the same in pieces of one byte", async () => {
    expect((await rewrite(inPieces(plainPng, 1))).bytes).toEqual((await rewrite(inPieces(plainPng))).bytes);
  });

  it("stays the same when it is rewritten", async () => {
    const { bytes: once } = await rewrite(inPieces(plainPng));
    expect((await rewrite(inPieces(once))).bytes).toEqual(once);
  });

  it("keeps the text chunks of the server, byte for byte and in order", async () => {
    const own = encodeTextChunk({ keyword: "prompt", text: '{"3":{}}' });
    const late = encodeTextChunk({ keyword: "workflow", text: "{}" });
    const source = insertAt(insertAt(plainPng, iend, late), idat, own);
    const { bytes } = await rewrite(inPieces(source));
    expect(bytes).toEqual(
      Buffer.concat([
        source.subarray(0, idat + own.length),
        ...texts.map(encodeTextChunk),
        source.subarray(idat + own.length),
      ]),
    );
  });

  it.each([
    ["in front of the image data", idat],
    ["after it", iend],
  ])("loses an existing text of the same keyword %s", async (_situation, at) => {
    const old = encodeTextChunk({ keyword: "parameters", text: "old".repeat(100) });
    const unicode = encodeTextChunk({ keyword: "pictor", text: "旧" });
    const { bytes } = await rewrite(inPieces(insertAt(plainPng, at, old, unicode), 7));
    expect(bytes).toEqual((await rewrite(inPieces(plainPng))).bytes);
  });

  it("keeps bytes after its end", async () => {
    const { bytes, problems } = await rewrite(inPieces(Buffer.concat([plainPng, Buffer.from("more")])));
    expect(bytes.subarray(-4).toString()).toBe("more");
    expect(problems).toEqual([]);
  });
});

it.each([
  ["up to U+00FF: tEXt in Latin-1", "é ÿ", latin("tEXt", "k\0é ÿ")],
  [
    "beyond: iTXt in UTF-8, not compressed",
    "灯台 🌊",
    { type: "iTXt", data: Buffer.from("k\0\0\0\0\0灯台 🌊", "utf8") },
  ],
  ["line ends become LF", "a\r\nb\rc", latin("tEXt", "k\0a\nb\nc")],
  ["NUL is left out", "a\0b", latin("tEXt", "k\0ab")],
])("the charset of a text: %s", async (_situation, text, chunk) => {
  const { bytes } = await rewrite(inPieces(plainPng), [{ keyword: "k", text }]);
  expect(chunksOf(bytes)[1]).toEqual(chunk);
  expect(decodePixels(bytes)).toEqual(decodePixels(plainPng));
});

const patched = (at: number, ...values: readonly number[]): Buffer => {
  const copy = Buffer.from(plainPng);
  copy.set(values, at);
  return copy;
};
const bigChunk = Buffer.alloc(8);
bigChunk.writeUInt32BE(maxHeadBytes + 1);
bigChunk.write("prVt", 4, "latin1");

it.each([
  ["nothing at all", Buffer.alloc(0), /not a PNG/],
  ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6]), /not a PNG/],
  ["half a signature", plainPng.subarray(0, 5), /not a PNG/],
  ["a signature alone", plainPng.subarray(0, 8), /no length and type/],
  ["an end inside IHDR", plainPng.subarray(0, 20), /ends inside its IHDR/],
  ["a length beyond 2^31 - 1", patched(8, 0xff, 0xff, 0xff, 0xff), /no length and type/],
  [
    "a length beyond the end of the file",
    insertAt(plainPng, idat, Buffer.from("\0\0\xff\xffprVt", "latin1")),
    /prVt/,
  ],
  ["a length beyond the memory limit", insertAt(plainPng, idat, bigChunk), /more than \d+ bytes/],
  ["an IHDR of another length", patched(8, 0, 0, 0, 14), /wrong length/],
  ["an invalid type", patched(12, 0, 0, 0, 0), /no length and type/],
  ["another first chunk", insertAt(plainPng, 8, encodeTextChunk({ keyword: "k", text: "" })), /IHDR is not/],
  [
    "image data without IHDR",
    Buffer.concat([plainPng.subarray(0, 8), plainPng.subarray(idat)]),
    /IHDR is not/,
  ],
  ["a wrong CRC", patched(20, 0xaa), /CRC of its IHDR/],
  ["no image data", Buffer.concat([plainPng.subarray(0, idat), plainPng.subarray(iend)]), /no image data/],
])(
  "an unusable file passes unchanged, and the reason is reported: %s",
  async (_situation, source, reason) => {
    for (const size of [1, Infinity]) {
      const { bytes, problems } = await rewrite(inPieces(source, size));
      expect(bytes.equals(source)).toBe(true);
      expect(problems).toEqual([expect.stringMatching(reason)]);
    }
  },
);

it.each([
  ["an end inside the image data", plainPng.subarray(0, idat + 12), /without IEND/],
  ["no IEND", plainPng.subarray(0, iend), /without IEND/],
  ["a chunk with an impossible length", patched(iend, 0xff, 0, 0, 0), /damaged/],
])(
  "damage after the texts leaves the rest unchanged, and the reason is reported: %s",
  async (_situation, source, reason) => {
    const { bytes, problems } = await rewrite(inPieces(source, 3));
    const inserted = texts.map(encodeTextChunk);
    expect(bytes).toEqual(insertAt(source, idat, ...inserted));
    expect(problems).toEqual([expect.stringMatching(reason)]);
  },
);

describe("the source", () => {
  it("is closed when the consumer stops early", async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        yield* inPieces(plainPng, 4);
      } finally {
        isClosed = true;
      }
    })();
    for await (const piece of withTexts(source, texts, () => undefined)) if (piece.length > 0) break;
    expect(isClosed).toBe(true);
  });

  it("that fails rejects the consumer with its error", async () => {
    const source = (async function* () {
      yield* inPieces(plainPng.subarray(0, idat + 10));
      throw new Error("connection lost");
    })();
    await expect(rewrite(source)).rejects.toThrow("connection lost");
  });

  it("is not read ahead of the consumer: image data passes piece by piece", async () => {
    let piecesRead = 0;
    const source = (async function* () {
      for await (const piece of inPieces(plainPng.subarray(0, iend), 1)) {
        piecesRead++;
        yield piece;
      }
    })();
    const stream = withTexts(source, texts, () => undefined);
    // Up to one byte of image data.
    let received = 0;
    while (received < idat + texts.map(encodeTextChunk).reduce((sum, { length }) => sum + length, 0) + 9) {
      const { value } = (await stream.next()) as { readonly value: Uint8Array };
      received += value.length;
    }
    expect(piecesRead).toBe(idat + 9);
    await stream.return(undefined);
  });
});

it("a text after the image data with a wrong length removes nothing", async () => {
  const tooLong = Buffer.alloc(8 + 20);
  tooLong.writeUInt32BE(500_000, 0);
  tooLong.write("tEXtpictor\0", 4, "latin1");
  const source = insertAt(plainPng, iend, tooLong);
  const { bytes } = await rewrite(inPieces(source));
  expect(bytes.subarray(bytes.length - source.length + idat)).toEqual(source.subarray(idat));
});
