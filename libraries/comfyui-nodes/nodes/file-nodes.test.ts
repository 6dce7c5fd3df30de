// Nodes that read and write image files.
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { decodeImage, encodeJpeg, encodePng, readRiffChunks } from "@pictor/images";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import { catalog } from "./catalog.js";
import {
  callNode,
  difference,
  disc,
  gray,
  image,
  rows,
  runGraph,
  temporaryFolders,
  type ShortGraph,
} from "../testing/run-graph.js";

const folders = temporaryFolders();
const transparent = {
  ...disc(16, 8),
  hasAlpha: true,
  rgba: disc(16, 8).rgba.map((value, i) => (i % 4 === 3 ? 51 : value)),
};
writeFileSync(
  path.join(folders.input, "opaque.png"),
  encodePng({ width: 2, height: 1, pixels: Uint8Array.from([255, 0, 51, 0, 0, 0]) }),
);
writeFileSync(path.join(folders.input, "alpha.png"), encodePng(transparent));
writeFileSync(path.join(folders.input, "photo.jpg"), encodeJpeg(disc(40, 24)));
writeFileSync(path.join(folders.output, "made.png"), encodePng(disc(24, 24)));
writeFileSync(path.join(folders.input, "text.png"), "no image");

const load = (name: string): [ImageBatch, MaskBatch] =>
  callNode("LoadImage", { image: name }, folders) as [ImageBatch, MaskBatch];

describe("loading", () => {
  it("returns values from 0 to 1, and an empty mask of 64 by 64 without alpha", () => {
    const [{ rasters }, { masks }] = load("opaque.png");
    expect([...rasters[0]!.values].map((value) => Math.round(value * 100))).toEqual([100, 0, 20, 0, 0, 0]);
    expect([masks[0]?.width, masks[0]?.height, Math.max(...masks[0]!.values)]).toEqual([64, 64, 0]);
  });

  it("returns 1 minus alpha as the mask", () => {
    const [{ rasters }, { masks }] = load("alpha.png");
    expect([rasters[0]?.channels, masks[0]?.width, masks[0]?.height]).toEqual([3, 16, 8]);
    expect(masks[0]?.values[0]).toBeCloseTo(0.8);
  });

  it("reads JPEG files, and files in other folders by their annotation", () => {
    expect(load("photo.jpg")[0].rasters[0]).toMatchObject({ width: 40, height: 24 });
    expect(load("made.png [output]")[0].rasters[0]).toMatchObject({ width: 24, height: 24 });
    const [output] = callNode("LoadImageOutput", { image: "made.png [output]" }, folders) as [ImageBatch];
    expect(output.rasters[0]).toMatchObject({ width: 24, height: 24 });
  });

  it.each([
    ["alpha", 0.8],
    ["red", 200 / 255],
    ["blue", 90 / 255],
  ])("returns the channel %s as a mask", (channel, value) => {
    const [{ masks }] = callNode("LoadImageMask", { image: "alpha.png", channel }, folders) as [MaskBatch];
    expect(masks[0]?.values[0]).toBeCloseTo(value);
  });

  it.each([
    ["missing.png", "FileNotFoundError"],
    ["../../etc/passwd", "FileNotFoundError"],
    ["text.png", "PIL.UnidentifiedImageError"],
    [".", "IsADirectoryError"],
  ])("fails for %s", (name, error) => {
    expect(() => load(name)).toThrow(expect.objectContaining({ name: error }) as Error);
  });

  it("has another fingerprint when the file has changed", () => {
    const print = (): string | undefined =>
      catalog.get("LoadImage")?.fingerprint?.({ image: "changing.png" }, folders);
    const file = path.join(folders.input, "changing.png");
    writeFileSync(file, encodePng(disc(8, 8)));
    const before = print();
    expect(print()).toBe(before);
    writeFileSync(file, encodePng(disc(16, 8)));
    expect(print()).not.toBe(before);
  });
});

describe("saving", () => {
  const passed = (last: Record<string, readonly [string, Record<string, unknown>]>): ShortGraph => ({
    load: ["LoadImage", { image: "in.png" }],
    ...last,
  });

  it("keeps the pixels of a loaded image", () => {
    const run = runGraph(passed({ save: ["SaveImage", { images: ["load", 0], filename_prefix: "a/b" }] }), {
      "in.png": disc(40, 24),
    });
    expect(run.ui("save")).toEqual({
      images: [{ filename: "b_00001_.png", subfolder: "a", type: "output" }],
    });
    expect(difference(run.rasters("save")[0]!, disc(40, 24))).toBe(0);
  });

  it("keeps alpha", () => {
    const graph = passed({
      join: ["JoinImageWithAlpha", { image: ["load", 0], alpha: ["load", 1] }],
      save: ["SaveImage", { images: ["join", 0], filename_prefix: "x" }],
    });
    const [saved] = runGraph(graph, { "in.png": transparent }).rasters("save");
    // Values are truncated to bytes, as on a real server.
    expect([saved?.hasAlpha, saved?.rgba[3]]).toEqual([true, 50]);
  });

  it("stores previews in the temporary folder", () => {
    const run = runGraph(passed({ show: ["PreviewImage", { images: ["load", 0] }] }), {
      "in.png": disc(8, 8),
    });
    expect(run.ui("show")).toEqual({
      images: [{ filename: "ComfyUI_temp_abcde_00001_.png", subfolder: "", type: "temp" }],
    });
  });

  it("over the socket sends PNG files with progress, and writes no file", () => {
    const graph = passed({
      two: ["RepeatImageBatch", { image: ["load", 0], amount: 2 }],
      send: ["SaveImageWebsocket", { images: ["two", 0] }],
    });
    const run = runGraph(graph, { "in.png": disc(8, 8) });
    const steps = run.events.flatMap((event) => (event.kind === "step" ? [event] : []));
    expect(steps.map(({ value, max }) => [value, max])).toEqual(rows([0, 2], [1, 2]));
    expect(difference(decodeImage(steps[0]!.preview!), disc(8, 8))).toBe(0);
    expect([run.ui("send"), readdirSync(run.folders.output)]).toEqual([{}, []]);
  });

  it.each([
    [true, 0],
    [false, 12],
  ])("as an animated WebP keeps every frame (lossless: %s)", (lossless, most) => {
    const graph = passed({
      other: ["ImageInvert", { image: ["load", 0] }],
      both: ["ImageBatch", { image1: ["load", 0], image2: ["other", 0] }],
      save: [
        "SaveAnimatedWEBP",
        { images: ["both", 0], filename_prefix: "v", fps: 8, lossless, quality: 90, method: "default" },
      ],
    });
    const run = runGraph(graph, { "in.png": disc(32, 16) });
    expect(run.ui("save")).toEqual({
      images: [{ filename: "v_00001_.webp", subfolder: "", type: "output" }],
      animated: [true],
    });
    const [file] = run.files("save") as [Buffer];
    const chunks = readRiffChunks(file);
    expect(chunks.map(({ type }) => type)).toEqual(["VP8X", "ANIM", "ANMF", "ANMF", "EXIF"]);
    expect(chunks[2]?.data.readUIntLE(12, 3)).toBe(125);
    expect(chunks.at(-1)?.data.toString("latin1")).toContain('prompt:{"load"');
    expect(difference(decodeImage(file), disc(32, 16))).toBeLessThanOrEqual(most);
  });

  it("as an animated PNG keeps the image and the texts", () => {
    const graph = passed({
      two: ["RepeatImageBatch", { image: ["load", 0], amount: 2 }],
      save: ["SaveAnimatedPNG", { images: ["two", 0], filename_prefix: "v", fps: 4, compress_level: 1 }],
    });
    const [file] = runGraph(graph, { "in.png": disc(8, 8) }).files("save") as [Buffer];
    expect(file.toString("latin1")).toContain("comfprompt\0{");
    expect(difference(decodeImage(file), disc(8, 8))).toBe(0);
  });

  it.each([
    [3, "3"],
    ["words", "words"],
    [true, "True"],
    [image(gray([[0]])), "<rasters>"],
  ])("shows any value as text: %#", (source, text) => {
    const show = catalog.get("PreviewAny")!;
    expect(show.execute({ source }, {} as never)).toEqual({ outputs: [], ui: { text: [text] } });
  });
});
