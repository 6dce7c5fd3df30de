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
import type { NodeDefinition } from "@pictor/comfyui-graph";

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

export const maskNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "SolidMask",
      displayName: null,
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        value: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
        width: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
        height: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
      },
      outputs: ["MASK"],
    },
    execute: ({ value, width, height }) => ({
      outputs: [
        { masks: [blankRaster(width as number, height as number, 1, value as number)] } satisfies MaskBatch,
      ],
    }),
  },
  {
    signature: {
      name: "InvertMask",
      displayName: null,
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: { mask: ["MASK", {}] },
      outputs: ["MASK"],
    },
    execute: ({ mask }) => ({
      outputs: [eachMask(masksOf(mask), (one) => mapValues(one, (value) => 1 - value))],
    }),
  },
  {
    signature: {
      name: "ThresholdMask",
      displayName: null,
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: { mask: ["MASK", {}], value: ["FLOAT", { default: 0.5, min: 0, max: 1, step: 0.01 }] },
      outputs: ["MASK"],
    },
    execute: ({ mask, value }) => ({
      outputs: [eachMask(masksOf(mask), (one) => mapValues(one, (own) => (own > (value as number) ? 1 : 0)))],
    }),
  },
  {
    signature: {
      name: "GrowMask",
      displayName: "Grow Mask",
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        mask: ["MASK", {}],
        expand: ["INT", { default: 0, min: -16384, max: 16384, step: 1 }],
        tapered_corners: ["BOOLEAN", { default: true }],
      },
      outputs: ["MASK"],
    },
    execute: ({ mask, expand, tapered_corners }, run) => ({
      outputs: [
        eachMask(reshapedMasks(mask), (one) =>
          growMask(one, expand as number, tapered_corners as boolean, run.check),
        ),
      ],
    }),
  },
  {
    signature: {
      name: "FeatherMask",
      displayName: null,
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        mask: ["MASK", {}],
        left: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        top: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        right: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        bottom: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
      },
      outputs: ["MASK"],
    },
    execute({ mask, left, top, right, bottom }) {
      const sides = { left, top, right, bottom } as Parameters<typeof featherMask>[1];
      return { outputs: [eachMask(reshapedMasks(mask), (one) => featherMask(one, sides))] };
    },
  },
  {
    signature: {
      name: "CropMask",
      displayName: null,
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        mask: ["MASK", {}],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        width: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
        height: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
      },
      outputs: ["MASK"],
    },
    execute({ mask, x, y, width, height }) {
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
  },
  {
    signature: {
      name: "MaskComposite",
      displayName: null,
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        destination: ["MASK", {}],
        source: ["MASK", {}],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        operation: [
          "COMBO",
          { multiselect: false, options: ["multiply", "add", "subtract", "and", "or", "xor"] },
        ],
      },
      outputs: ["MASK"],
    },
    execute({ destination, source, x, y, operation }) {
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
  },
];
