// Image to image, inpainting and outpainting, from input file to output file.
import { describe, expect, it } from "vitest";
import { difference, disc, runGraph, type ShortGraph } from "../testing/run-graph.js";
import { loaders, sampler, saved, stage } from "../testing/workflows.js";

const photo = disc(96, 96);
const input = { "in.png": photo };

const encoded: ShortGraph = {
  load: ["LoadImage", { image: "in.png" }],
  encode: ["VAEEncode", { pixels: ["load", 0], vae: ["model", 2] }],
};

describe("image to image", { timeout: 30_000 }, () => {
  const result = (denoise: number) =>
    runGraph(
      { ...loaders, ...encoded, k: sampler(["encode", 0], { denoise }), ...saved(["k", 0]) },
      input,
    ).rasters("save")[0]!;
  const painted = runGraph({
    ...loaders,
    empty: ["EmptyLatentImage", { width: 96, height: 96, batch_size: 1 }],
    k: sampler(["empty", 0]),
    ...saved(["k", 0]),
  }).rasters("save")[0]!;

  it("without a sampler returns the same image", () => {
    const [back] = runGraph({ ...loaders, ...encoded, ...saved(["encode", 0]) }, input).rasters("save");
    expect(difference(back!, photo)).toBeLessThan(0.5);
  });

  it("resembles the image at denoise 0.3 and the prompt at 0.9", () => {
    const [little, much] = [result(0.3), result(0.9)];
    expect(difference(little, photo)).toBeLessThan(12);
    expect(difference(little, photo)).toBeGreaterThan(0.5);
    expect(difference(much, photo)).toBeGreaterThan(3 * difference(little, photo));
    expect(difference(much, painted)).toBeLessThan(difference(photo, painted) / 2);
  });
});

describe("inpainting", { timeout: 30_000 }, () => {
  const inside = (x: number, y: number): boolean => x >= 32 && x < 64 && y >= 32 && y < 80;
  const hole: ShortGraph = {
    zero: ["SolidMask", { value: 0, width: 96, height: 96 }],
    one: ["SolidMask", { value: 1, width: 32, height: 48 }],
    hole: ["MaskComposite", { destination: ["zero", 0], source: ["one", 0], x: 32, y: 32, operation: "add" }],
  };

  it.each<[string, ShortGraph]>([
    ["SetLatentNoiseMask", { masked: ["SetLatentNoiseMask", { samples: ["encode", 0], mask: ["hole", 0] }] }],
    [
      "InpaintModelConditioning",
      {
        inpaint: [
          "InpaintModelConditioning",
          {
            positive: ["positive", 0],
            negative: ["negative", 0],
            vae: ["model", 2],
            pixels: ["load", 0],
            mask: ["hole", 0],
            noise_mask: true,
          },
        ],
        masked: ["RepeatLatentBatch", { samples: ["inpaint", 2], amount: 1 }],
      },
    ],
    [
      "VAEEncodeForInpaint",
      {
        masked: [
          "VAEEncodeForInpaint",
          { pixels: ["load", 0], vae: ["model", 2], mask: ["hole", 0], grow_mask_by: 0 },
        ],
      },
    ],
  ])("with %s changes only the masked area", (_name, masked) => {
    const graph = {
      ...loaders,
      ...encoded,
      ...hole,
      ...masked,
      k: sampler(["masked", 0]),
      ...saved(["k", 0]),
    };
    const [result] = runGraph(graph, input).rasters("save");
    expect(difference(result!, photo, (x, y) => !inside(x, y))).toBe(0);
    expect(difference(result!, photo, inside)).toBeGreaterThan(30);
  });

  it("protects a sampled image, also in two stages", () => {
    const graph: ShortGraph = {
      ...loaders,
      ...hole,
      empty: ["EmptyLatentImage", { width: 96, height: 96, batch_size: 1 }],
      first: sampler(["empty", 0]),
      masked: ["SetLatentNoiseMask", { samples: ["first", 0], mask: ["hole", 0] }],
      a: stage(["masked", 0], 0, 3),
      b: stage(["a", 0], 3, 6),
      ...saved(["first", 0], "before"),
      ...saved(["b", 0], "after"),
    };
    const run = runGraph(graph);
    const [before, after] = [run.rasters("before")[0]!, run.rasters("after")[0]!];
    expect(difference(after, before, (x, y) => !inside(x, y))).toBe(0);
    expect(difference(after, before, inside)).toBeGreaterThan(1);
  });

  it("outpaints and keeps the image", () => {
    const graph: ShortGraph = {
      ...loaders,
      load: ["LoadImage", { image: "in.png" }],
      pad: [
        "ImagePadForOutpaint",
        { image: ["load", 0], left: 32, top: 0, right: 0, bottom: 16, feathering: 0 },
      ],
      encode: [
        "VAEEncodeForInpaint",
        { pixels: ["pad", 0], vae: ["model", 2], mask: ["pad", 1], grow_mask_by: 0 },
      ],
      k: sampler(["encode", 0]),
      ...saved(["k", 0]),
    };
    const [result] = runGraph(graph, input).rasters("save");
    expect([result?.width, result?.height]).toEqual([128, 112]);
    const kept = { ...photo, rgba: cut(result!, 32, 0, 96, 96) };
    expect(difference(kept, photo)).toBeLessThan(0.5);
    const border = cut(result!, 0, 0, 32, 112);
    expect(new Set(border).size).toBeGreaterThan(40);
  });
});

const cut = (
  raster: { width: number; rgba: Uint8Array },
  x: number,
  y: number,
  width: number,
  height: number,
) =>
  Uint8Array.from({ length: width * height * 4 }, (_, i) => {
    const pixel = Math.trunc(i / 4);
    const at = (y + Math.trunc(pixel / width)) * raster.width + x + (pixel % width);
    return raster.rgba[at * 4 + (i % 4)] as number;
  });
