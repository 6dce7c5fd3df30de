// The metadata of AVIF images, videos and sounds.

import { describe, expect, it } from "vitest";
import { mergeMetadata } from "./exif/merge-metadata.js";
import { readImageMetadata } from "./read-image-metadata.js";
import { projectFromImage } from "./project-from-image.js";
import { inPieces } from "./testing/bytes.js";
import { avif, box, flac, mp4, mp4WithComment, webm } from "./testing/media.js";

const prompt = '{"3":{"class_type":"KSampler","inputs":{"text":"雨"}}}';
const workflow = '{"nodes":[]}';
const graphs = { prompt, workflow };
/** As VideoHelperSuite writes it. */
const comment = JSON.stringify({ prompt, workflow: JSON.parse(workflow) as unknown, CreationTime: "now" });
const read = (bytes: Buffer, size = 7) => readImageMetadata(inPieces(bytes, size));
const size = { width: 640, height: 360 };

it.each([
  ["an MP4", mp4(graphs), { format: "mp4", ...size, ...graphs }],
  ["an MP4 whose index is at its end", mp4(graphs, false), { format: "mp4", ...size, ...graphs }],
  ["the comment of an MP4", mp4WithComment(comment), { format: "mp4", ...size, ...graphs }],
  ["the tag comment of an MP4", mp4({ comment }), { format: "mp4", ...size, ...graphs }],
  ["a WebM", webm({ PROMPT: prompt, WORKFLOW: workflow }), { format: "webm", ...size, ...graphs }],
  ["the comment of a WebM", webm({ COMMENT: comment }), { format: "webm", ...size, ...graphs }],
  ["a FLAC", flac(graphs), { format: "flac", ...graphs }],
])("the graphs of ComfyUI are found in %s", async (_name, bytes, expected) => {
  const metadata = await read(bytes);
  expect(metadata).toMatchObject(expected);
  expect(metadata.notes).toEqual([]);
  expect(projectFromImage(metadata, "a")).toMatchObject({ project: { kind: "comfy" } });
});

it("a WebM is read through pictures of unknown length, as a browser records them", async () => {
  const recorded = webm({ PROMPT: prompt });
  const cluster = recorded.indexOf("1f43b675", 0, "hex") + 4;
  // An unknown length, and a block that fills the rest.
  recorded.set([0x1f, 0xff, 0xff, 0xff, 0xa3, 0x80 | 48], cluster);
  expect(await read(recorded)).toMatchObject({ format: "webm", ...size, prompt, notes: [] });
});

const parameters = "a fox\nSteps: 20, Seed: 7";
const exif = mergeMetadata(undefined, { parameters }).bytes ?? Buffer.alloc(0);
it.each([
  ["behind the image", {}],
  ["in its box", { isInBox: true }],
  ["at offsets from a place", { base: 40 }],
  ["with a name before the TIFF header", { beforeTiff: "Exif\0\0" }],
])("the texts of an AVIF are found: %s", async (_name, layout) => {
  const metadata = await read(avif(exif, "<x/>", layout));
  expect(metadata).toMatchObject({ format: "avif", width: 320, height: 240, parameters, notes: [] });
  expect(metadata.texts["XML:com.adobe.xmp"]).toBe("<x/>");
});

describe("a damaged file is read as far as it goes", () => {
  it.each([
    ["an MP4", mp4(graphs, false).subarray(0, 80), "ends inside a box"],
    ["a WebM", webm(graphs).subarray(0, 90), "ends inside an element"],
    ["a FLAC", flac(graphs).subarray(0, 40), "ends before its audio data"],
    ["an AVIF", avif(Buffer.alloc(50), "<x/>").subarray(0, -20), "damaged"],
  ])("%s", async (_name, bytes, note) => {
    expect((await read(bytes)).notes.join(" ")).toContain(note);
  });

  it.each([
    ["an MP4", "16", () => mp4({ prompt: "x".repeat(17 * 1024 * 1024) }), {}],
    ["a FLAC", "8", () => flac({ workflow, prompt: "x".repeat(9 * 1024 * 1024) }), { workflow }],
  ])("a text of %s with more than %s MiB is left out with a note", async (_name, _size, bytes, texts) => {
    const metadata = await read(bytes(), Infinity);
    expect(metadata.texts).toEqual(texts);
    expect(metadata.notes.join(" ")).toContain("more than");
  });

  it("data of an AVIF that would lie before what is read are left out with a note", async () => {
    const { texts, notes } = await read(avif(Buffer.alloc(50), "<x/>", { misplacedBy: -200 }));
    expect([texts, notes]).toEqual([
      {},
      expect.arrayContaining([expect.stringContaining("EXIF data of the file cannot be read")]),
    ]);
  });

  it("an AVIF without metadata is refused", async () => {
    await expect(read(box("ftyp", "avif"))).rejects.toThrow("no box with its metadata");
  });
});
