// What pictures of all kinds of programs say, and that no bytes do harm.

import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inPieces, insertAt } from "./bytes.test.support.js";
import { emptyTiff, withEntries } from "./exif/write.js";
import { maxHeadBytes } from "./limits.js";
import { jpegs, texts, webps } from "./pictures.test.support.js";
import { chunk, plain, positionOf } from "./png/png.test.support.js";
import { readPicture, UnreadablePictureError } from "./read-picture.js";

const read = (bytes: Uint8Array, size = Infinity) => readPicture(inPieces(bytes, size));
const [idat, iend] = [positionOf(plain, "IDAT"), positionOf(plain, "IEND")];
const png = (...chunks: readonly Buffer[]) => insertAt(plain, idat, ...chunks);
const utf8 = (text: string) => Buffer.from(text);
const deflated = (text: string) => deflateSync(utf8(text));
const parameters = "ein Türmchen 灯\nSteps: 4, Seed: 1";

describe("a PNG", () => {
  it("without texts says its size", async () => {
    expect(await read(plain)).toEqual({ format: "png", width: 5, height: 3, texts: {}, notes: [] });
  });

  it.each([
    ["tEXt", chunk("tEXt", "parameters\0Größe"), "Größe"],
    ["tEXt that is UTF-8", chunk("tEXt", "parameters\0", utf8(parameters)), parameters],
    ["zTXt", chunk("zTXt", "parameters\0\0", deflateSync(Buffer.from("Größe", "latin1"))), "Größe"],
    ["iTXt", chunk("iTXt", "parameters\0\0\0\0\0", utf8(parameters)), parameters],
    [
      "iTXt with language and keyword",
      chunk("iTXt", "parameters\0\0\0de\0Wort\0", utf8(parameters)),
      parameters,
    ],
    ["iTXt, compressed", chunk("iTXt", "parameters\0\x01\0\0\0", deflated(parameters)), parameters],
    ["a comment of Civitai", chunk("iTXt", "user_comment\0\0\0\0\0", utf8(parameters)), parameters],
  ])("with %s", async (_situation, text, expected) => {
    for (const size of [1, Infinity]) expect((await read(png(text), size)).parameters).toBe(expected);
  });

  it("with texts behind its image data", async () => {
    const bytes = insertAt(plain, iend, chunk("tEXt", "prompt\0{}"), chunk("tEXt", "Title\0A sea"));
    expect(await read(bytes)).toMatchObject({ prompt: "{}", texts: { Title: "A sea" } });
  });

  it("with what Stability Matrix and ComfyUI write", async () => {
    const project = '{"Version":2,"ProjectType":"TextToImage","State":{}}';
    const bytes = png(
      chunk("tEXt", 'prompt\0{"3":{}}'),
      chunk("tEXt", 'workflow\0{"nodes":[]}'),
      chunk("iTXt", "parameters-json\0\0\0\0\0{}"),
      chunk("tEXt", `smproj\0${project}`),
    );
    expect(await read(bytes)).toMatchObject({
      prompt: '{"3":{}}',
      workflow: '{"nodes":[]}',
      smproj: project,
      texts: { "parameters-json": "{}" },
    });
  });

  it("that ComfyUI animated", async () => {
    const bytes = insertAt(plain, iend, chunk("comf", 'prompt\0{"3":{}}'));
    expect(await read(bytes)).toMatchObject({ prompt: '{"3":{}}' });
  });

  it("with EXIF data", async () => {
    const exif = withEntries(emptyTiff, {
      first: [{ tag: 0x0131, type: 2, value: utf8("GIMP\0") }],
      exif: [],
    });
    expect((await read(png(chunk("eXIf", exif)))).texts).toEqual({ Software: "GIMP" });
  });

  it("with our record, and with one that is none", async () => {
    const { record } = texts;
    expect((await read(png(chunk("iTXt", "pictor\0\0\0\0\0", utf8(JSON.stringify(record)))))).record).toEqual(
      record,
    );
    const { record: none, notes } = await read(png(chunk("tEXt", 'pictor\0{"version":7}')));
    expect(none).toBeUndefined();
    expect(notes).toEqual([
      'Its record "pictor" cannot be used: it has version 7, and 1 is the one known here.',
    ]);
  });

  it("with two texts of one keyword gives the first, and says so", async () => {
    const { texts: found, notes } = await read(png(chunk("tEXt", "a\0one"), chunk("tEXt", "a\0two")));
    expect(found).toEqual({ a: "one" });
    expect(notes).toEqual(['It has more than one text "a"; the first is given.']);
  });

  it("with names that objects have of their own", async () => {
    const { texts: found } = await read(png(chunk("tEXt", "__proto__\0x"), chunk("tEXt", "constructor\0y")));
    expect(Object.entries(found)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });
});

describe("a comment that is JSON", () => {
  const graph = '{"3":{"class_type":"KSampler"}}';
  it.each([
    ["a graph", graph, { prompt: graph }],
    [
      "both graphs as objects",
      `{"prompt":${graph},"workflow":{"nodes":[]}}`,
      { prompt: graph, workflow: '{"nodes":[]}' },
    ],
    ["a graph as text", JSON.stringify({ prompt: graph }), { prompt: graph }],
    ["something else", '{"a":1}', {}],
    ["nearly JSON", '{"a"', {}],
  ])("%s", async (_situation, comment, expected) => {
    const found = await read(png(chunk("tEXt", `user_comment\0${comment}`)));
    expect({ prompt: found.prompt, workflow: found.workflow }).toEqual({
      prompt: undefined,
      workflow: undefined,
      ...expected,
    });
    expect(found.parameters).toBe(comment === '{"a"' ? comment : undefined);
  });
});

describe("texts without measure", () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024));

  it("are not unfolded beyond the bound, however many there are", async () => {
    const zipped = [
      chunk("zTXt", "a\0\0", bomb),
      chunk("iTXt", "b\0\x01\0\0\0", bomb),
      chunk("tEXt", "c\0d"),
    ];
    const { texts: found, notes } = await read(png(...zipped));
    expect(found).toEqual({});
    expect(notes).toEqual([expect.stringMatching(/more than \d+ bytes of text/)]);
  });

  it("are passed over, and the picture is read to its end", async () => {
    const long = chunk("tEXt", "a\0", Buffer.alloc(maxHeadBytes));
    const { texts: found, notes } = await read(png(long, chunk("tEXt", "b\0c")));
    expect(found).toEqual({ b: "c" });
    expect(notes).toHaveLength(1);
  });

  it("have a few notes only, however much is wrong", async () => {
    const { notes } = await read(png(...Array.from({ length: 99 }, (_, i) => chunk("zTXt", `a${i}\0\0odd`))));
    expect(notes).toEqual(["A compressed text is damaged and was left out."]);
  });
});

describe("damage is noted", () => {
  const wrongCrc = chunk("tEXt", "a\0b");
  wrongCrc.set([0, 0, 0, 0], wrongCrc.length - 4);
  it.each([
    ["a PNG that ends in its image", plain.subarray(0, idat + 12), /ends without IEND/],
    ["a PNG that ends in a text", png(chunk("tEXt", "a\0b")).subarray(0, idat + 10), /ends inside its tEXt/],
    ["a wrong CRC", png(wrongCrc), /CRC of its tEXt/],
    ["a text without keyword", png(chunk("tEXt", "ab")), /no keyword/],
    ["an iTXt without language", png(chunk("iTXt", "a\0\0\0xx")), /no keyword/],
    ["a WebP that ends early", webps.animatedByServer.subarray(0, -9), /ends early/],
    [
      "a JPEG that ends in front of its image",
      jpegs.plain.subarray(0, 200),
      /ends in front of its image data/,
    ],
  ])("%s", async (_situation, bytes, note) => {
    const { width, notes } = await read(bytes);
    expect(width).toBeGreaterThan(0);
    expect(notes[0]).toMatch(note);
  });
});

describe("is refused, with a reason", () => {
  const noHeight = Buffer.from(jpegs.plain);
  noHeight.writeUInt16BE(0, noHeight.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  it.each([
    ["nothing", Buffer.alloc(0), /neither a PNG nor a WebP nor a JPEG/],
    ["a page", Buffer.from("<html></html>"), /neither/],
    ["a GIF", Buffer.from("GIF89a..........."), /neither/],
    ["a sound file", Buffer.from("RIFF\x24\0\0\0WAVEfmt "), /neither/],
    ["a PNG that ends at once", plain.subarray(0, 12), /neither|ends in front of its IHDR/],
    [
      "a PNG without IHDR",
      Buffer.concat([plain.subarray(0, 8), plain.subarray(idat)]),
      /IHDR is not its first/,
    ],
    [
      "a PNG of no size",
      insertAt(plain.subarray(0, 8), 8, chunk("IHDR", Buffer.alloc(13))),
      /IHDR is damaged/,
    ],
    ["a WebP that ends at once", webps.lossy.subarray(0, 16), /ends in front of its picture/],
    ["a WebP without picture", Buffer.from("RIFF\x0e\0\0\0WEBPEXIF\x02\0\0\0ab"), /not that of a picture/],
    ["a JPEG of no height", noHeight, /does not say its size/],
    ["a JPEG without size", Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 0]), /does not say its size/],
    ["a JPEG that ends at once", jpegs.plain.subarray(0, 30), /ends in front of its image data/],
  ])("%s", async (_situation, bytes, reason) => {
    const failed = read(bytes);
    await expect(failed).rejects.toThrow(reason);
    await expect(failed).rejects.toBeInstanceOf(UnreadablePictureError);
  });

  it("what the source throws comes through as it is, and the source is let go of", async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        yield* inPieces(plain.subarray(0, 40));
        throw new Error("connection lost");
      } finally {
        isClosed = true;
      }
    })();
    await expect(readPicture(source)).rejects.toThrow("connection lost");
    expect(isClosed).toBe(true);
  });
});
