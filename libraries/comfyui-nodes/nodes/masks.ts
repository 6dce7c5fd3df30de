// Nodes that create and edit masks.
import type { MaskBatch } from "@pictor/simulated-sampler";
import {
  blankRaster,
  cropRaster,
  featherMask,
  growMask,
  mapValues,
  type Raster,
  roundHalfEven,
} from "@pictor/images";
import { masksOf, reshapedMasks } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

const eachMask = (masks: readonly Raster[], change: (mask: Raster) => Raster): MaskBatch => ({
  masks: masks.map(change),
});

type Operation = (below: number, above: number) => number;

const asBit =
  (operation: (a: boolean, b: boolean) => boolean): Operation =>
  (a, b) =>
    operation(roundHalfEven(a) !== 0, roundHalfEven(b) !== 0) ? 1 : 0;

const operations: Readonly<Record<string, Operation>> = {
  multiply: (a, b) => a * b,
  add: (a, b) => Math.min(a + b, 1),
  subtract: (a, b) => Math.max(a - b, 0),
  and: asBit((a, b) => a && b),
  or: asBit((a, b) => a || b),
  xor: asBit((a, b) => a !== b),
};

export const maskNodes: NodeFunctions = {
  SolidMask: ({ value, width, height }) => ({
    outputs: [
      { masks: [blankRaster(width as number, height as number, 1, value as number)] } satisfies MaskBatch,
    ],
  }),
  InvertMask: ({ mask }) => ({
    outputs: [eachMask(masksOf(mask), (one) => mapValues(one, (value) => 1 - value))],
  }),
  ThresholdMask: ({ mask, value }) => ({
    outputs: [eachMask(masksOf(mask), (one) => mapValues(one, (own) => (own > (value as number) ? 1 : 0)))],
  }),
  GrowMask: ({ mask, expand, tapered_corners }, run) => ({
    outputs: [
      eachMask(reshapedMasks(mask), (one) =>
        growMask(one, expand as number, tapered_corners as boolean, run.check),
      ),
    ],
  }),
  FeatherMask({ mask, left, top, right, bottom }) {
    const sides = { left, top, right, bottom } as Parameters<typeof featherMask>[1];
    return { outputs: [eachMask(reshapedMasks(mask), (one) => featherMask(one, sides))] };
  },
  CropMask({ mask, x, y, width, height }) {
    const cut = (one: Raster): Raster => {
      const [left, top] = [Math.min(x as number, one.width), Math.min(y as number, one.height)];
      return cropRaster(one, {
        x: left,
        y: top,
        width: Math.min(width as number, one.width - left),
        height: Math.min(height as number, one.height - top),
      });
    };
    return { outputs: [eachMask(reshapedMasks(mask), cut)] };
  },
  MaskComposite({ destination, source, x, y, operation }) {
    const over = reshapedMasks(source);
    const operate = operations[operation as string] as Operation;
    const [left, top] = [x as number, y as number];
    const masks = reshapedMasks(destination).map((under, index) => {
      const above = over[index % over.length] as Raster;
      return mapValues(under, (value, i) => {
        const [u, v] = [(i % under.width) - left, Math.trunc(i / under.width) - top];
        const outside = u < 0 || v < 0 || u >= above.width || v >= above.height;
        return outside ? value : operate(value, above.values[v * above.width + u] as number);
      });
    });
    return { outputs: [{ masks } satisfies MaskBatch] };
  },
};
