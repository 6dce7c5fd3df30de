// Mask nodes, with values that can be computed by hand.
import { describe, expect, it } from "vitest";
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import { callNode, gray, image, mask, rows, rowsOf } from "../testing/run-graph.js";

const run = (name: string, inputs: Record<string, unknown>): number[][] =>
  rowsOf((callNode(name, inputs)[0] as MaskBatch).masks[0]!);

const dot = mask(gray(rows([0, 0, 0], [0, 1, 0], [0, 0, 0]), 1));

describe("a mask", () => {
  it.each<[string, Record<string, unknown>, number[][]]>([
    ["SolidMask", { value: 0.5, width: 2, height: 1 }, [[0.5, 0.5]]],
    ["InvertMask", { mask: mask(gray([[0, 0.25]], 1)) }, [[1, 0.75]]],
    ["ThresholdMask", { mask: mask(gray([[0.4, 0.5, 0.6]], 1)), value: 0.5 }, [[0, 0, 1]]],
    ["CropMask", { mask: dot, x: 1, y: 1, width: 5, height: 1 }, [[1, 0]]],
  ])("%s %#", (name, inputs, expected) => {
    expect(run(name, inputs)).toEqual(expected);
  });

  it.each([
    ["multiply", [0, 0.25]],
    ["add", [0.5, 1]],
    ["subtract", [0, 0.25]],
    ["and", [0, 0]],
    ["or", [0, 1]],
    ["xor", [0, 1]],
  ])("composite: %s", (operation, [outside, inside]) => {
    const destination = mask(gray([[0, 0.75]], 1));
    const source = mask(gray([[0.5, 0.5]], 1));
    const [row] = run("MaskComposite", { destination, source, x: 0, y: 0, operation });
    expect(row).toEqual([outside, operation === "multiply" ? 0.375 : inside]);
  });

  it("composites only where the masks overlap", () => {
    const source = mask(gray([[1, 1]], 1));
    expect(run("MaskComposite", { destination: dot, source, x: 2, y: 2, operation: "add" })).toEqual(
      rows([0, 0, 0], [0, 1, 0], [0, 0, 1]),
    );
  });
});

describe("conversion between masks and images", () => {
  const colors = image({ width: 2, height: 1, channels: 3, values: Float32Array.from([1, 0.5, 0, 0, 0, 1]) });

  it("turns a channel into a mask, and a mask into a gray image", () => {
    expect(run("ImageToMask", { image: colors, channel: "green" })).toEqual([[0.5, 0]]);
    expect(() => run("ImageToMask", { image: colors, channel: "alpha" })).toThrow("index 3 is out of bounds");
    const [gray3] = callNode("MaskToImage", { mask: dot }) as [ImageBatch];
    expect(gray3.rasters[0]?.channels).toBe(3);
  });

  it("selects the pixels of a color", () => {
    expect(run("ImageColorToMask", { image: colors, color: 0x0000ff })).toEqual([[0, 1]]);
  });

  it("joins alpha to an image and splits it off", () => {
    const alpha = mask(gray([[0.25, 1]], 1));
    const [joined] = callNode("JoinImageWithAlpha", { image: colors, alpha }) as [ImageBatch];
    expect([...(joined.rasters[0]?.values ?? [])]).toEqual([1, 0.5, 0, 0.75, 0, 0, 1, 0]);
    const [opaque, split] = callNode("SplitImageWithAlpha", { image: joined }) as [ImageBatch, MaskBatch];
    expect([opaque.rasters[0]?.channels, rowsOf(split.masks[0]!)]).toEqual([3, [[0.25, 1]]]);
  });
});

describe("a mask without pixels", () => {
  const empty = callNode("CropMask", { mask: dot, x: 9, y: 1, width: 4, height: 4 })[0];

  it.each([
    ["MaskToImage", {}, "[-1, 1, 2, 0]"],
    ["MaskPreview", {}, "[-1, 1, 2, 0]"],
    ["GrowMask", { expand: 1, tapered_corners: true }, "[-1, 2, 0]"],
    ["FeatherMask", { left: 1, top: 1, right: 1, bottom: 1 }, "[-1, 2, 0]"],
    ["CropMask", { x: 0, y: 0, width: 1, height: 1 }, "[-1, 2, 0]"],
  ])("makes %s raise the error of a real server", (name, inputs, shape) => {
    expect(() => callNode(name, { mask: empty, ...inputs })).toThrow(
      expect.objectContaining({
        name: "RuntimeError",
        message: `cannot reshape tensor of 0 elements into shape ${shape} because the unspecified dimension size -1 can be any value and is ambiguous`,
      }) as Error,
    );
  });
});
