// Latent nodes: sizes, batches, and the decoded images.
import { describe, expect, it } from "vitest";
import type { ImageBatch, LatentBatch } from "@pictor/simulated-sampler";
import type { Raster } from "@pictor/images";
import { callNode, gray, image, mask, rows, rowsOf } from "../testing/run-graph.js";

const vae = { contrast: 1 };

/** A latent of images of 2 by 2 cells, one gray for each cell. */
const cells = (...grays: readonly (readonly [number, number, number, number])[]): LatentBatch => {
  const rasters = grays.map(([a, b, c, d]) => {
    const row = (left: number, right: number): number[] => [
      ...Array<number>(8).fill(left),
      ...Array<number>(8).fill(right),
    ];
    return gray([...Array<number[]>(8).fill(row(a, b)), ...Array<number[]>(8).fill(row(c, d))]);
  });
  return callNode("VAEEncode", { pixels: image(...rasters), vae })[0] as LatentBatch;
};

const latent = (name: string, inputs: Record<string, unknown>): LatentBatch =>
  callNode(name, inputs)[0] as LatentBatch;

/** The gray value at the center of each cell of the first image. */
function graysOf(latents: LatentBatch): number[][] {
  const [raster] = (callNode("VAEDecode", { samples: latents, vae })[0] as ImageBatch).rasters as [Raster];
  return rowsOf(raster)
    .filter((_, y) => y % 8 === 4)
    .map((row) => row.filter((_, x) => x % 8 === 4));
}

const one = cells([0, 0.25, 0.5, 0.75]);

describe("empty latents", () => {
  it.each(["EmptyLatentImage", "EmptySD3LatentImage", "EmptyFlux2LatentImage"])("%s", (name) => {
    const made = latent(name, { width: 64, height: 40, batch_size: 3 });
    expect([made.width, made.height, made.batchIndex]).toEqual([8, 5, [0, 1, 2]]);
    expect(made.samples.every(({ values }) => values.every((value) => value === 0))).toBe(true);
  });
});

describe("encoding", () => {
  it("keeps the color of each cell, and the images for decoding", () => {
    expect(graysOf(one)).toEqual(rows([0, 0.25], [0.5, 0.75]));
    expect(
      [0, 4, 8, 12].map((at) => one.samples[0]!.values[at]!).map((value) => Math.round(value * 100) / 100),
    ).toEqual([-1.5, -0.75, 0, 0.75]);
  });

  it("removes the contrast that the same VAE applies", () => {
    const strong = { contrast: 1.06 };
    const [encoded] = callNode("VAEEncode", {
      pixels: image(gray(Array<number[]>(8).fill(Array<number>(8).fill(0.3)))),
      vae: strong,
    });
    const [decoded] = callNode("VAEDecode", { samples: encoded, vae: strong }) as [ImageBatch];
    expect(decoded.rasters[0]?.values[0]).toBeCloseTo(0.3, 5);
  });

  it("crops the sides to multiples of 8 around the center", () => {
    const ramp = Array.from({ length: 13 }, (_, y) => Array.from({ length: 21 }, (_, x) => (x + y) / 64));
    const encoded = latent("VAEEncode", { pixels: image(gray(ramp)), vae });
    expect([encoded.width, encoded.height]).toEqual([2, 1]);
    expect(rowsOf(encoded.rasters![0]!)[0]?.[0]).toBeCloseTo(4 / 64, 2);
  });

  it("for inpainting sets the masked pixels to gray", () => {
    const white = image(gray(Array<number[]>(16).fill(Array<number>(16).fill(1))));
    const hole = mask(
      gray(
        Array.from({ length: 16 }, (_, y) =>
          Array.from({ length: 16 }, (_, x) => (x === 8 && y === 8 ? 1 : 0)),
        ),
        1,
      ),
    );
    const encoded = latent("VAEEncodeForInpaint", { pixels: white, vae, mask: hole, grow_mask_by: 6 });
    const found = rowsOf(encoded.rasters![0]!);
    expect([found[8]?.[8], found[8]?.[9]]).toEqual([0.5, 1]);
    expect(encoded.noiseMask!.masks[0]!.values.filter((value) => value === 1)).toHaveLength(1);
  });
});

describe("latents", () => {
  it.each<[string, Record<string, unknown>, number[][]]>([
    ["LatentFlip", { samples: one, flip_method: "x-axis: vertically" }, rows([0.5, 0.75], [0, 0.25])],
    ["LatentFlip", { samples: one, flip_method: "y-axis: horizontally" }, rows([0.25, 0], [0.75, 0.5])],
    ["LatentRotate", { samples: one, rotation: "90 degrees" }, rows([0.5, 0], [0.75, 0.25])],
    ["LatentCrop", { samples: one, width: 8, height: 16, x: 8, y: 0 }, [[0.25], [0.75]]],
    [
      "LatentBlend",
      { samples1: one, samples2: cells([1, 1, 1, 1]), blend_factor: 0.5 },
      rows([0.5, 0.625], [0.75, 0.875]),
    ],
    [
      "LatentComposite",
      { samples_to: one, samples_from: cells([1, 1, 1, 1]), x: 8, y: 8, feather: 0 },
      rows([0, 0.25], [0.5, 1]),
    ],
    [
      "LatentCompositeMasked",
      {
        destination: one,
        source: cells([1, 1, 1, 1]),
        x: 0,
        y: 0,
        resize_source: false,
        mask: mask(gray([[0, 1]], 1)),
      },
      rows([0, 1], [0.5, 1]),
    ],
    [
      "LatentUpscaleBy",
      { samples: one, upscale_method: "nearest-exact", scale_by: 2 },
      rows([0, 0, 0.25, 0.25], [0, 0, 0.25, 0.25], [0.5, 0.5, 0.75, 0.75], [0.5, 0.5, 0.75, 0.75]),
    ],
  ])("%s %#", (name, inputs, expected) => {
    const rounded = graysOf(latent(name, inputs)).map((row) =>
      row.map((value) => Math.round(value * 16) / 16),
    );
    expect(rounded).toEqual(expected.map((row) => row.map((value) => Math.round(value * 16) / 16)));
  });

  it.each(["nearest-exact", "bilinear", "area", "bicubic", "bislerp"])(
    "are resized by %s",
    (upscale_method) => {
      const empty = latent("EmptyLatentImage", { width: 64, height: 64, batch_size: 2 });
      const large = latent("LatentUpscale", {
        samples: empty,
        upscale_method,
        width: 128,
        height: 96,
        crop: "center",
      });
      expect(large).toMatchObject({ width: 16, height: 12 });
      expect(large.samples.map(({ values }) => values.length)).toEqual([4 * 16 * 12, 4 * 16 * 12]);
    },
  );

  it("have the right batch indexes after they are repeated, selected and joined", () => {
    const three = latent("RepeatLatentBatch", { samples: one, amount: 3 });
    expect([three.batchIndex, three.rasters]).toEqual([
      [0, 1, 2],
      [one.rasters![0], one.rasters![0], one.rasters![0]],
    ]);
    const last = latent("LatentFromBatch", { samples: three, batch_index: 2, length: 1 });
    expect([last.batchIndex, last.samples.length]).toEqual([[2], one.samples.length]);
    const joined = latent("LatentBatch", { samples1: one, samples2: cells([1, 1, 1, 1]) });
    expect([joined.batchIndex, joined.rasters?.length]).toEqual([[0, 0], 2]);
  });

  it("of videos are trimmed by whole latent frames at the start", () => {
    const video = latent("EmptyHunyuanLatentVideo", { width: 64, height: 64, length: 33, batch_size: 1 });
    expect(video.video?.frames).toBe(33);
    expect(latent("TrimVideoLatent", { samples: video, trim_amount: 2 }).video?.frames).toBe(25);
  });
});
