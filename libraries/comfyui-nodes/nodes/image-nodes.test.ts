// Image nodes, with values that can be computed by hand.
import { describe, expect, it } from "vitest";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import { callNode, gray, image, mask, rows, rowsOf } from "../testing/run-graph.js";

const first = (output: unknown): number[][] => rowsOf((output as ImageBatch).rasters[0]!);
const firstMask = (output: unknown): number[][] => rowsOf((output as MaskBatch).masks[0]!);
const sizes = (output: unknown): number[][] =>
  (output as ImageBatch).rasters.map(({ width, height, channels }) => [width, height, channels]);
const run = (name: string, inputs: Record<string, unknown>): unknown => callNode(name, inputs)[0];

const ramp = image(gray([[0, 1, 2, 3].map((x) => x / 4)]));
const square = image(gray(rows([0, 0.25], [0.5, 0.75])));

describe("scaling", () => {
  const scale = (upscale_method: string, width: number, height: number, crop = "disabled"): unknown =>
    run("ImageScale", { image: ramp, upscale_method, width, height, crop });

  it.each([
    ["nearest-exact", 8, [0, 0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75]],
    ["bilinear", 8, [0, 0.063, 0.188, 0.313, 0.438, 0.563, 0.688, 0.75]],
    ["area", 2, [0.125, 0.625]],
    ["bicubic", 2, [0.102, 0.648]],
    ["lanczos", 4, [0, 0.247, 0.498, 0.749]],
  ])("%s to %i", (method, width, expected) => {
    expect(first(scale(method, width, 1))).toEqual([expected]);
  });

  it("crops the center to another aspect ratio", () => {
    expect(first(scale("nearest-exact", 2, 1, "center"))).toEqual([[0.25, 0.5]]);
  });

  it("keeps the aspect ratio if one side is 0, and the image if both are 0", () => {
    expect(sizes(scale("bilinear", 8, 0))).toEqual([[8, 2, 3]]);
    expect(sizes(scale("bilinear", 0, 3))).toEqual([[12, 3, 3]]);
    expect(scale("bilinear", 0, 0)).toBe(ramp);
  });

  it.each([
    ["ImageScaleBy", { upscale_method: "area", scale_by: 1.5 }, [6, 2]],
    ["ImageScaleToTotalPixels", { upscale_method: "area", megapixels: 0.01, resolution_steps: 1 }, [205, 51]],
    [
      "ImageScaleToTotalPixels",
      { upscale_method: "area", megapixels: 0.01, resolution_steps: 16 },
      [208, 48],
    ],
    ["ImageScaleToMaxDimension", { upscale_method: "area", largest_size: 40 }, [40, 10]],
    ["FluxKontextImageScale", {}, [1568, 672]],
  ])("%s %o", (name, inputs, [width, height]) => {
    expect(sizes(run(name, { image: ramp, ...inputs }))).toEqual([[width, height, 3]]);
  });

  it.each(["lanczos", "bilinear"])(
    "to a size of 0 by %s raises the error of a real server",
    (upscale_method) => {
      const call = () => run("ImageScaleBy", { image: square, upscale_method, scale_by: 0.01 });
      const message = "sizes should be greater than 0, but got input (H: 2, W: 2) output (H: 0, W: 0)";
      expect(call).toThrow(
        expect.objectContaining({
          name: "RuntimeError",
          message: expect.stringContaining(message) as string,
        }) as Error,
      );
    },
  );

  it("an image without pixels raises the error of a real server", () => {
    expect(() => scale("bilinear", 2, 2, "center")).toThrow("got input (H: 1, W: 0) output (H: 2, W: 2)");
  });

  it.each([
    [NaN, "ValueError", "cannot convert float NaN to integer"],
    [Infinity, "OverflowError", "cannot convert float infinity to integer"],
  ])("by %s raises the error of Python", (scale_by, name, message) => {
    const call = () => run("ImageScaleBy", { image: square, upscale_method: "area", scale_by });
    expect(call).toThrow(expect.objectContaining({ name, message }) as Error);
  });

  it.each(["SaveImage", "PreviewImage", "SaveAnimatedPNG"])(
    "an image without pixels makes %s fail",
    (name) => {
      const images = run("EmptyImage", { width: 0, height: 1, batch_size: 1, color: 0 });
      const call = () => callNode(name, { images, filename_prefix: "x", fps: 6, compress_level: 4 });
      expect(call).toThrow(
        expect.objectContaining({ name: "ValueError", message: "cannot write empty image" }) as Error,
      );
    },
  );

  it("by a model enlarges fourfold and stays in the range of the source", () => {
    const [model] = callNode("UpscaleModelLoader", { model_name: "simulated-4x.safetensors" });
    const large = run("ImageUpscaleWithModel", { upscale_model: model, image: square }) as ImageBatch;
    expect(sizes(large)).toEqual([[8, 8, 3]]);
    expect(large.rasters[0]!.values.every((value) => value >= 0 && value <= 0.75)).toBe(true);
  });
});

describe("editing", () => {
  it.each<[string, Record<string, unknown>, number[][]]>([
    ["ImageInvert", { image: square }, rows([1, 0.75], [0.5, 0.25])],
    ["ImageCrop", { image: square, width: 1, height: 9, x: 1, y: 0 }, [[0.25], [0.75]]],
    ["ImageFlip", { image: square, flip_method: "x-axis: vertically" }, rows([0.5, 0.75], [0, 0.25])],
    ["ImageFlip", { image: square, flip_method: "y-axis: horizontally" }, rows([0.25, 0], [0.75, 0.5])],
    ["ImageRotate", { image: square, rotation: "90 degrees" }, rows([0.5, 0], [0.75, 0.25])],
    ["ImageRotate", { image: square, rotation: "180 degrees" }, rows([0.75, 0.5], [0.25, 0])],
    ["ImageRotate", { image: square, rotation: "270 degrees" }, rows([0.25, 0.75], [0, 0.5])],
    ["EmptyImage", { width: 2, height: 1, batch_size: 1, color: 0xff0080 }, [[1, 1]]],
  ])("%s %#", (name, inputs, expected) => {
    expect(first(run(name, inputs))).toEqual(expected);
  });

  it("joins batches at the size of the first", () => {
    const wide = image(gray(rows([0, 1, 2, 3], [0, 1, 2, 3])));
    expect(sizes(run("ImageBatch", { image1: square, image2: wide }))).toEqual(rows([2, 2, 3], [2, 2, 3]));
    expect(sizes(run("RepeatImageBatch", { image: square, amount: 3 }))).toHaveLength(3);
    const three = run("RepeatImageBatch", { image: square, amount: 3 });
    expect(sizes(run("ImageFromBatch", { image: three, batch_index: 2, length: 5 }))).toHaveLength(1);
    expect(callNode("GetImageSize", { image: three })).toEqual([2, 2, 3]);
  });

  it("stitches images side by side, with a gap", () => {
    const options = { match_image_size: false, spacing_width: 2, spacing_color: "white" };
    const stitched = run("ImageStitch", { image1: square, image2: ramp, direction: "right", ...options });
    expect(first(stitched)).toEqual(rows([0, 0.25, 1, 1, 0, 0.25, 0.5, 0.75], [0.5, 0.75, 1, 1, 1, 1, 1, 1]));
    expect(run("ImageStitch", { image1: square, direction: "up", ...options })).toBe(square);
  });

  it("pads with gray for outpainting, and fades the mask at padded sides only", () => {
    const white = image(gray(Array.from({ length: 8 }, () => Array<number>(8).fill(1))));
    const sides = { left: 2, top: 0, right: 0, bottom: 1 };
    const [padded, faded] = callNode("ImagePadForOutpaint", { image: white, ...sides, feathering: 2 });
    expect(first(padded)[0]).toEqual([0.5, 0.5, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(first(padded)[8]?.every((value) => value === 0.5)).toBe(true);
    expect(firstMask(faded)[0]).toEqual([1, 1, 1, 0.25, 0, 0, 0, 0, 0, 0]);
    expect(firstMask(faded)[7]?.slice(4)).toEqual([0.25, 0.25, 0.25, 0.25, 0.25, 0.25]);
  });
});

describe("filters", () => {
  const dot = image(gray(rows([0, 0, 0], [0, 1, 0], [0, 0, 0])));

  it("blur has Gaussian weights", () => {
    const [top = [], middle = []] = first(run("ImageBlur", { image: dot, blur_radius: 1, sigma: 1 }));
    expect([top[1], middle[1]]).toEqual([0.248, 0.204]);
  });

  it("sharpen keeps flat areas and stays between 0 and 1", () => {
    const flat = image(gray(rows([0.5, 0.5], [0.5, 0.5])));
    const options = { sharpen_radius: 1, sigma: 1, alpha: 1 };
    expect(first(run("ImageSharpen", { image: flat, ...options }))).toEqual(rows([0.5, 0.5], [0.5, 0.5]));
    expect(first(run("ImageSharpen", { image: dot, ...options }))[1]).toEqual([0, 1, 0]);
  });

  it("blend mixes two images", () => {
    const [image1, image2] = [image(gray([[0.25]])), image(gray([[0.75]]))];
    const options = { blend_factor: 0.5, blend_mode: "normal" };
    expect(first(run("ImageBlend", { image1, image2, ...options }))).toEqual([[0.5]]);
  });

  it("composite pastes the source with the opacity of the mask", () => {
    const source = image(gray([[1, 1]]));
    const half = mask(gray([[1, 0.5]], 1));
    const composite = run("ImageCompositeMasked", {
      destination: dot,
      source,
      x: 1,
      y: 0,
      resize_source: false,
      mask: half,
    });
    expect(first(composite)).toEqual(rows([0, 1, 0.5], [0, 1, 0], [0, 0, 0]));
  });
});
