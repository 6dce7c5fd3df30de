// Metadata is read from images of many programs, and no file can exhaust the memory.

import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inPieces, insertAt } from "./testing/bytes.js";
import { emptyTiff, extendTiff } from "./exif/extend-tiff.js";
import { maxHeadBytes } from "./base/limits.js";
import { jpegs, metadata, webps } from "./testing/images.js";
import { encodeChunk, plainPng, chunkOffset } from "./testing/png.js";
import { readImageMetadata, UnreadableImageError } from "./read-image-metadata.js";

const read = (bytes: Uint8Array, size = Infinity) => readImageMetadata(inPieces(bytes, size));
const [idat, iend] = [chunkOffset(plainPng, "IDAT"), chunkOffset(plainPng, "IEND")];
const png = (...chunks: readonly Buffer[]) => insertAt(plainPng, idat, ...chunks);
const utf8 = (text: string) => Buffer.from(text);
const deflated = (text: string) => deflateSync(utf8(text));
const parameters = "ein Türmchen 灯\nSteps: 4, Seed: 1";

describe("a PNG", () => {
  it("without texts has a size", async () => {
    expect(await read(plainPng)).toEqual({ format: "png", width: 5, height: 3, texts: {}, notes: [] });
  });

  it.each([
    ["tEXt", encodeChunk("tEXt", "parameters\0Größe"), "Größe"],
    ["tEXt in UTF-8", encodeChunk("tEXt", "parameters\0", utf8(parameters)), parameters],
    ["zTXt", encodeChunk("zTXt", "parameters\0\0", deflateSync(Buffer.from("Größe", "latin1"))), "Größe"],
    ["iTXt", encodeChunk("iTXt", "parameters\0\0\0\0\0", utf8(parameters)), parameters],
    [
      "iTXt with a language and a translated keyword",
      encodeChunk("iTXt", "parameters\0\0\0de\0Wort\0", utf8(parameters)),
      parameters,
    ],
    ["iTXt, compressed", encodeChunk("iTXt", "parameters\0\x01\0\0\0", deflated(parameters)), parameters],
    [
      "a comment that Civitai writes",
      encodeChunk("iTXt", "user_comment\0\0\0\0\0", utf8(parameters)),
      parameters,
    ],
  ])("with %s", async (_situation, text, expected) => {
    for (const size of [1, Infinity]) expect((await read(png(text), size)).parameters).toBe(expected);
  });

  it("with texts after its image data", async () => {
    const bytes = insertAt(
      plainPng,
      iend,
      encodeChunk("tEXt", "prompt\0{}"),
      encodeChunk("tEXt", "Title\0A sea"),
    );
    expect(await read(bytes)).toMatchObject({ prompt: "{}", texts: { Title: "A sea" } });
  });

  it("with the texts of Stability Matrix and ComfyUI", async () => {
    const project = '{"Version":2,"ProjectType":"TextToImage","State":{}}';
    const bytes = png(
      encodeChunk("tEXt", 'prompt\0{"3":{}}'),
      encodeChunk("tEXt", 'workflow\0{"nodes":[]}'),
      encodeChunk("iTXt", "parameters-json\0\0\0\0\0{}"),
      encodeChunk("tEXt", `smproj\0${project}`),
    );
    expect(await read(bytes)).toMatchObject({
      prompt: '{"3":{}}',
      workflow: '{"nodes":[]}',
      smproj: project,
      texts: { "parameters-json": "{}" },
    });
  });

  it("that is an animation of ComfyUI", async () => {
    const bytes = insertAt(plainPng, iend, encodeChunk("comf", 'prompt\0{"3":{}}'));
    expect(await read(bytes)).toMatchObject({ prompt: '{"3":{}}' });
  });

  it("with EXIF data", async () => {
    const exif = extendTiff(emptyTiff, {
      first: [{ tag: 0x0131, type: 2, value: utf8("GIMP\0") }],
      exif: [],
    });
    expect((await read(png(encodeChunk("eXIf", exif)))).texts).toEqual({ Software: "GIMP" });
  });

  it("with a record of Pictor, and with one of a later version", async () => {
    const { record } = metadata;
    expect(
      (await read(png(encodeChunk("iTXt", "pictor\0\0\0\0\0", utf8(JSON.stringify(record)))))).record,
    ).toEqual(record);
    const { record: missing, notes } = await read(png(encodeChunk("tEXt", 'pictor\0{"version":7}')));
    expect(missing).toBeUndefined();
    expect(notes).toEqual([expect.stringContaining("has version 7")]);
  });

  it("with two texts of the same keyword has the first, and a note", async () => {
    const { texts: found, notes } = await read(
      png(encodeChunk("tEXt", "a\0one"), encodeChunk("tEXt", "a\0two")),
    );
    expect(found).toEqual({ a: "one" });
    expect(notes).toEqual([expect.stringContaining('several texts with the keyword "a"')]);
  });

  it("with inherited property names as keywords", async () => {
    const { texts: found } = await read(
      png(encodeChunk("tEXt", "__proto__\0x"), encodeChunk("tEXt", "constructor\0y")),
    );
    expect(Object.entries(found)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });
});

const graph = '{"3":{"class_type":"KSampler"}}';
it.each([
  ["a graph", graph, { prompt: graph }],
  [
    "both graphs as objects",
    `{"prompt":${graph},"workflow":{"nodes":[]}}`,
    { prompt: graph, workflow: '{"nodes":[]}' },
  ],
  ["a graph as text", JSON.stringify({ prompt: graph }), { prompt: graph }],
  ["another object", '{"a":1}', {}],
  ["incomplete JSON", '{"a"', {}],
])("a comment that is JSON: %s", async (_situation, comment, expected) => {
  const found = await read(png(encodeChunk("tEXt", `user_comment\0${comment}`)));
  expect({ prompt: found.prompt, workflow: found.workflow }).toEqual({
    prompt: undefined,
    workflow: undefined,
    ...expected,
  });
  expect(found.parameters).toBe(comment === '{"a"' ? comment : undefined);
});

describe("texts that are too long", () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024));

  it("are not decompressed beyond the limit, however many there are, and are named", async () => {
    const zipped = [
      encodeChunk("zTXt", "a\0\0", bomb),
      encodeChunk("iTXt", "b\0\x01\0\0\0", bomb),
      encodeChunk("tEXt", "c\0d"),
    ];
    const { texts: found, notes } = await read(png(...zipped));
    expect(found).toEqual({ c: "d" });
    expect(notes).toEqual([
      expect.stringMatching(/^The compressed text "a" becomes larger than \d+ bytes and was left out\.$/),
      expect.stringMatching(/^The compressed text "b" becomes larger/),
    ]);
  });

  it("may repeat themselves ten times as much as a workflow does, and no more", async () => {
    const workflow = Buffer.from(
      JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, type: "KSampler", mode: 0 }))),
    );
    const honest = await read(png(encodeChunk("zTXt", "workflow\0\0", deflateSync(workflow))));
    expect(honest.texts["workflow"]).toHaveLength(workflow.length);
    const bomb = deflateSync(Buffer.alloc(4 * 1024 * 1024));
    const { texts: found } = await read(
      png(...Array.from({ length: 50 }, (_, i) => encodeChunk("zTXt", `a${i}\0\0`, bomb))),
    );
    expect(found).toEqual({});
  });

  it("count as the JSON that they become", async () => {
    const controls = Buffer.alloc(4 * 1024 * 1024, 1);
    const { texts: found, notes } = await read(png(encodeChunk("tEXt", "a\0", controls)));
    expect(found).toEqual({});
    expect(notes).toEqual([expect.stringMatching(/more than \d+ bytes of text/)]);
  });

  it("are skipped, and the image is read to its end", async () => {
    const long = encodeChunk("tEXt", "a\0", Buffer.alloc(maxHeadBytes));
    const { texts: found, notes } = await read(png(long, encodeChunk("tEXt", "b\0c")));
    expect(found).toEqual({ b: "c" });
    expect(notes).toHaveLength(1);
  });

  it("have one note, however many are damaged", async () => {
    const { notes } = await read(
      png(...Array.from({ length: 99 }, (_, i) => encodeChunk("zTXt", `a${i}\0\0odd`))),
    );
    expect(notes).toEqual(["A compressed text is damaged and was left out."]);
  });
});

describe("damage is noted", () => {
  const wrongCrc = encodeChunk("tEXt", "a\0b");
  wrongCrc.set([0, 0, 0, 0], wrongCrc.length - 4);
  it.each([
    ["a PNG that ends in its image data", plainPng.subarray(0, idat + 12), /ends without IEND/],
    [
      "a PNG that ends in a text",
      png(encodeChunk("tEXt", "a\0b")).subarray(0, idat + 10),
      /ends inside its tEXt/,
    ],
    ["a wrong CRC", png(wrongCrc), /CRC of its tEXt/],
    ["a text without keyword", png(encodeChunk("tEXt", "ab")), /malformed/],
    ["an iTXt without a language", png(encodeChunk("iTXt", "a\0\0\0xx")), /malformed/],
    ["a WebP that ends early", webps.animatedWithGraphs.subarray(0, -9), /ends inside a chunk/],
    ["a JPEG that ends before its image data", jpegs.plain.subarray(0, 200), /ends before its image data/],
  ])("%s", async (_situation, bytes, note) => {
    const { width, notes } = await read(bytes);
    expect(width).toBeGreaterThan(0);
    expect(notes[0]).toMatch(note);
  });
});

describe("rejects with the reason", () => {
  const noHeight = Buffer.from(jpegs.plain);
  noHeight.writeUInt16BE(0, noHeight.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  it.each([
    ["an empty file", Buffer.alloc(0), /it is not a PNG, WebP, JPEG, AVIF, MP4, WebM or FLAC/],
    ["an HTML page", Buffer.from("<html></html>"), /it is not a PNG/],
    ["a GIF", Buffer.from("GIF89a..........."), /it is not a PNG/],
    ["a sound file", Buffer.from("RIFF\x24\0\0\0WAVEfmt "), /it is not a PNG/],
    ["a PNG that ends at once", plainPng.subarray(0, 12), /neither|ends before its IHDR/],
    [
      "a PNG without IHDR",
      Buffer.concat([plainPng.subarray(0, 8), plainPng.subarray(idat)]),
      /IHDR is not its first/,
    ],
    [
      "a PNG of zero size",
      insertAt(plainPng.subarray(0, 8), 8, encodeChunk("IHDR", Buffer.alloc(13))),
      /a size of 0 x 0 pixels/,
    ],
    ["a WebP that ends at once", webps.lossy.subarray(0, 16), /ends before its image data/],
    ["a WebP without image data", Buffer.from("RIFF\x0e\0\0\0WEBPEXIF\x02\0\0\0ab"), /not an image/],
    ["a JPEG of zero height", noHeight, /a size of 3 x 0 pixels/],
    ["a JPEG without size", Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 0]), /does not declare its size/],
    ["a JPEG that ends at once", jpegs.plain.subarray(0, 30), /ends before its image data/],
  ])("%s", async (_situation, bytes, reason) => {
    const failed = read(bytes);
    await expect(failed).rejects.toThrow(reason);
    await expect(failed).rejects.toBeInstanceOf(UnreadableImageError);
  });

  it("with the error of the source, and closes the source", async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        yield* inPieces(plainPng.subarray(0, 40));
        throw new Error("connection lost");
      } finally {
        isClosed = true;
      }
    })();
    await expect(readImageMetadata(source)).rejects.toThrow("connection lost");
    expect(isClosed).toBe(true);
  });
});
