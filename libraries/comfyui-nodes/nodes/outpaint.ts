// Room around a picture for outpainting.
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import { blank, mapValues, pasted, type Raster } from "@pictor/images";
import { eachPicture } from "./batches.js";
import type { NodeDefinition } from "@pictor/comfyui-graph";

export const outpaintNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ImagePadForOutpaint",
      displayName: "Pad Image for Outpainting",
      category: "image",
      pythonModule: "nodes",
      required: {
        image: ["IMAGE"],
        left: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        top: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        right: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        bottom: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        feathering: ["INT", { default: 40, min: 0, max: 16384, step: 1 }],
      },
      outputs: ["IMAGE", "MASK"],
    },
    /** Grey borders, and a mask that is 1 on them and fades over the feathering into the picture. */
    execute({ image, left, top, right, bottom, feathering }) {
      const sides = [left, top, right, bottom] as [number, number, number, number];
      const pad = (picture: Raster, value: number): Raster =>
        blank(
          picture.width + sides[0] + sides[2],
          picture.height + sides[1] + sides[3],
          picture.channels,
          value,
        );
      const [first] = (image as ImageBatch).pictures as [Raster];
      const inner = innerMask(first, sides, feathering as number);
      const mask = pasted(pad(inner, 1), inner, sides[0], sides[1]);
      const padded = eachPicture(image, (picture) => pasted(pad(picture, 0.5), picture, sides[0], sides[1]));
      return { outputs: [padded, { masks: [mask] } satisfies MaskBatch] };
    },
  },
];

/** 0 inside, rising towards each side that is padded. */
function innerMask(
  { width, height }: Raster,
  [left, top, right, bottom]: readonly [number, number, number, number],
  feathering: number,
): Raster {
  const mask = blank(width, height, 1);
  if (feathering === 0 || feathering * 2 >= height || feathering * 2 >= width) return mask;
  return mapValues(mask, (_, i) => {
    const [x, y] = [i % width, Math.trunc(i / width)];
    const distance = Math.min(
      left > 0 ? x : width,
      top > 0 ? y : height,
      right > 0 ? width - x : width,
      bottom > 0 ? height - y : height,
    );
    const part = distance >= feathering ? 0 : (feathering - distance) / feathering;
    return part * part;
  });
}
