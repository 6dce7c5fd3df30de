// Texts in the lowest bits of the pixels, written here as NovelAI and the extensions "stealth pnginfo" of other
// programs write them.

import { gzipSync } from "node:zlib";
import { PNG } from "pngjs";
import { encodeWebp } from "@pictor/images";
import { describe, expect, it } from "vitest";
import { projectFromImage } from "../project-from-image.js";
import { readImageMetadata } from "../read-image-metadata.js";
import { inPieces, insertAt } from "../testing/bytes.js";
import { metadata } from "../testing/images.js";
import { writeImageMetadata } from "../write-image-metadata.js";
import { chunkOffset, encodeChunk } from "../testing/png.js";

interface Hidden {
  readonly signature: string;
  readonly data: Buffer;
  /** The number of bits that the image declares; default that of the data. */
  readonly bits?: number;
  readonly width?: number;
  readonly height?: number;
}

/** Noise, and the data in its lowest bits, down the columns: in alpha, or in red, green and blue. */
function imageWith({ signature, data, bits = data.length * 8, width = 64, height = 128 }: Hidden): PNG {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at++) png.data[at] = at % 4 === 3 ? 254 : (at * 97) % 251;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bits);
  const channels = signature.includes("rgb") ? [0, 1, 2] : [3];
  let bit = 0;
  for (const byte of Buffer.concat([Buffer.from(signature), length, data]))
    for (let shift = 7; shift >= 0; shift--, bit++) {
      const pixel = Math.floor(bit / channels.length);
      const [x, y] = [Math.floor(pixel / height), pixel % height];
      const at = (y * width + x) * 4 + (channels[bit % channels.length] ?? 0);
      png.data[at] = ((png.data[at] ?? 0) & 254) | ((byte >> shift) & 1);
    }
  return png;
}

const hiding = (hidden: Hidden, filterType = -1): Buffer => PNG.sync.write(imageWith(hidden), { filterType });

/** The same image as WebP. A lossy one keeps alpha as it is. */
function hidingInWebp(hidden: Hidden, lossless = true): Buffer {
  const { width, height, data: rgba } = imageWith(hidden);
  return encodeWebp({ width, height, rgba, hasAlpha: true }, { lossless, method: 0 });
}

const read = (bytes: Uint8Array) => readImageMetadata(inPieces(bytes, 1_000));
const parameters = "ein Leuchtturm 灯\nSteps: 4, Seed: 1, Size: 64x128";
const packed = gzipSync(parameters);

describe("a text that is hidden in the pixels is read", () => {
  it.each([
    ["alpha, compressed", { signature: "stealth_pngcomp", data: packed }],
    ["alpha", { signature: "stealth_pnginfo", data: Buffer.from(parameters) }],
    ["red, green and blue, compressed", { signature: "stealth_rgbcomp", data: packed }],
    ["red, green and blue", { signature: "stealth_rgbinfo", data: Buffer.from(parameters) }],
    [
      "alpha of an image that is flatter than the signature",
      { signature: "stealth_pngcomp", data: packed, width: 200, height: 10 },
    ],
  ] satisfies readonly (readonly [string, Hidden])[])("from %s", async (_where, hidden) => {
    expect(await read(hiding(hidden))).toMatchObject({ parameters, notes: [] });
  });

  it.each([
    ["all channels of a lossless one", "stealth_rgbcomp", true],
    ["alpha of a lossless one", "stealth_pngcomp", true],
    ["alpha of a lossy one", "stealth_pngcomp", false],
  ])("from a WebP: %s", async (_where, signature, lossless) => {
    const bytes = hidingInWebp({ signature, data: packed }, lossless);
    expect(await read(bytes)).toMatchObject({
      format: "webp",
      width: 64,
      height: 128,
      parameters,
      notes: [],
    });
  });

  it.each([0, 1, 2, 3, 4])("whatever the filter of the rows: %i", async (filter) => {
    const hidden = { signature: "stealth_pngcomp", data: packed };
    expect((await read(hiding(hidden, filter))).parameters).toBe(parameters);
  });

  it("of NovelAI, which is imported as from its other texts", async () => {
    const comment = { prompt: "a fox", uc: "fog", seed: 3141592653, steps: 28, sampler: "k_euler" };
    const texts = { Software: "NovelAI", Source: "NovelAI Diffusion V4", Comment: JSON.stringify(comment) };
    const data = gzipSync(JSON.stringify(texts));
    const metadata = await read(hiding({ signature: "stealth_pngcomp", data }));
    expect(projectFromImage(metadata, "a.png")).toMatchObject({
      project: {
        kind: "novelai",
        params: { prompt: "a fox", negative: "fog", seed: "3141592653", steps: 28 },
      },
    });
  });

  it("of ComfyUI, with every digit of a seed", async () => {
    const data = gzipSync(
      '{"prompt":{"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615}}}}',
    );
    const { prompt } = await read(hiding({ signature: "stealth_rgbcomp", data }));
    expect(prompt).toContain('"seed":18446744073709551615');
  });
});

it("JSON of very many levels is read as one text", async () => {
  const deep = `{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`;
  const { texts } = await read(hiding({ signature: "stealth_pngcomp", data: gzipSync(deep) }));
  expect(texts).toEqual({ parameters: deep });
});

describe("nothing is read", () => {
  it("from an image with a text, whose pixels are not looked at", async () => {
    const bytes = hiding({ signature: "stealth_pngcomp", data: packed });
    const text = encodeChunk("tEXt", "Title\0A sea");
    for (const at of ["IDAT", "IEND"]) {
      const { texts } = await read(insertAt(bytes, chunkOffset(bytes, at), text));
      expect(texts).toEqual({ Title: "A sea" });
    }
  });

  it.each([
    ["more bits than there are pixels", { signature: "stealth_pngcomp", data: packed, bits: 0xffff_fff8 }],
    ["data that is not compressed", { signature: "stealth_pngcomp", data: Buffer.from("CANARY") }],
    ["data that becomes too large", { signature: "stealth_pngcomp", data: gzipSync(Buffer.alloc(600_000)) }],
  ] satisfies readonly (readonly [string, Hidden])[])("and a note says so: %s", async (_name, hidden) => {
    const { texts, notes } = await read(hiding(hidden));
    expect(texts).toEqual({});
    expect(notes).toEqual(["The text that is hidden in its pixels is damaged and was left out."]);
  });

  it("of many thousands of texts, beyond the memory for texts, which a note says", async () => {
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [index, ""]));
    const hidden = {
      signature: "stealth_rgbcomp",
      data: gzipSync(JSON.stringify(many)),
      width: 300,
      height: 300,
    };
    const { texts, notes } = await read(hiding(hidden));
    expect(Object.keys(texts).length).toBeLessThan(9_000);
    expect(notes).toEqual([expect.stringContaining("left out")]);
  });

  it("from rows of many thousands of pixels", async () => {
    const hidden = { signature: "stealth_pngcomp", data: packed, height: 1 };
    expect((await read(hiding({ ...hidden, width: 65_535 }))).parameters).toBe(parameters);
    expect((await read(hiding({ ...hidden, width: 65_536 }))).texts).toEqual({});
  });

  it("from a WebP of many millions of pixels", async () => {
    const hidden = { signature: "stealth_rgbcomp", data: packed };
    const bytes = hidingInWebp(hidden);
    const large = Buffer.from(bytes);
    // Width and height of VP8L less 1, in 14 bits each: 2,049 and 2,048.
    large.writeUInt32LE(2_048 | (2_047 << 14) | (bytes.readUInt32LE(21) & 0xf000_0000), 21);
    expect(await read(large)).toMatchObject({ width: 2_049, height: 2_048, texts: {}, notes: [] });
  });

  it("from a WebP without a signature, from one that is cut off, and from one with a text", async () => {
    const bytes = hidingInWebp({ signature: "stealth_rgbcomp", data: packed });
    const plain = hidingInWebp({ signature: "-".repeat(15), data: packed });
    const cut = Buffer.from(bytes.subarray(0, 400));
    expect((await read(plain)).texts).toEqual({});
    expect((await read(cut)).texts).toEqual({});
    const written: Buffer[] = [];
    for await (const piece of writeImageMetadata(inPieces(bytes, 1_000), metadata, () => undefined))
      written.push(Buffer.from(piece));
    expect(await read(Buffer.concat(written))).toMatchObject({ parameters: metadata.parameters, notes: [] });
  });

  it("from an image without a signature, from one that is cut off, and from ones that declare more pixels than are read, or interlaced ones", async () => {
    const bytes = hiding({ signature: "stealth_pngcomp", data: packed });
    const plain = hiding({ signature: "-".repeat(15), data: packed });
    const [idat, ihdr] = [chunkOffset(bytes, "IDAT"), Buffer.from(bytes.subarray(16, 29))];
    ihdr.writeUInt32BE(1_000_000);
    const huge = Buffer.concat([bytes.subarray(0, 8), encodeChunk("IHDR", ihdr), bytes.subarray(33)]);
    const cut = Buffer.concat([
      bytes.subarray(0, idat),
      encodeChunk("IDAT", bytes.subarray(idat + 8, idat + 300)),
      encodeChunk("IEND"),
    ]);
    const interlaced = Buffer.from(bytes.subarray(16, 29));
    interlaced[12] = 1;
    const other = Buffer.concat([bytes.subarray(0, 8), encodeChunk("IHDR", interlaced), bytes.subarray(33)]);
    for (const image of [plain, huge, cut, other]) {
      const { texts, notes } = await read(image);
      expect([texts, notes]).toEqual([{}, []]);
    }
  });
});
