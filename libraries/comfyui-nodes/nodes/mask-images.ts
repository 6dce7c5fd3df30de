// Nodes between masks and pictures: channels, colours, alpha.
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import {
  blank,
  channelOf,
  mapValues,
  type Raster,
  resized,
  roundHalfEven,
  withChannels,
} from "@pictor/images";
import { reshaped } from "./batches.js";
import type { NodeDefinition } from "@pictor/comfyui-graph";

const masksOf = (mask: unknown): readonly Raster[] => (mask as MaskBatch).masks;

export const maskPictureNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ImageToMask",
      displayName: "Convert Image to Mask",
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        image: ["IMAGE", {}],
        channel: ["COMBO", { multiselect: false, options: ["red", "green", "blue", "alpha"] }],
      },
      outputs: ["MASK"],
    },
    execute({ image, channel }) {
      const index = ["red", "green", "blue", "alpha"].indexOf(channel as string);
      const masks = (image as ImageBatch).pictures.map((picture) => {
        if (index >= picture.channels) {
          throw new RangeError(
            `index ${index} is out of bounds for dimension 3 with size ${picture.channels}`,
          );
        }
        return channelOf(picture, index);
      });
      return { outputs: [{ masks } satisfies MaskBatch] };
    },
  },
  {
    signature: {
      name: "MaskToImage",
      displayName: "Convert Mask to Image",
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: { mask: ["MASK", {}] },
      outputs: ["IMAGE"],
    },
    execute: ({ mask }) => ({
      outputs: [{ pictures: reshaped(mask, "1, ").map((one) => withChannels(one, 3)) } satisfies ImageBatch],
    }),
  },
  {
    signature: {
      name: "ImageColorToMask",
      displayName: null,
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        image: ["IMAGE", {}],
        color: ["INT", { default: 0, min: 0, max: 16777215, step: 1, display: "number" }],
      },
      outputs: ["MASK"],
    },
    execute({ image, color }) {
      const hex = color as number;
      const wanted = [(hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff];
      const masks = (image as ImageBatch).pictures.map((picture) => {
        const same = (pixel: number): boolean =>
          wanted.every((part, c) => {
            const value = picture.values[pixel * picture.channels + c] as number;
            return roundHalfEven(Math.min(Math.max(value, 0), 1) * 255) === part;
          });
        return mapValues(blank(picture.width, picture.height, 1), (_, i) => (same(i) ? 1 : 0));
      });
      return { outputs: [{ masks } satisfies MaskBatch] };
    },
  },
  {
    signature: {
      name: "JoinImageWithAlpha",
      displayName: "Join Image with Alpha",
      category: "mask/compositing",
      pythonModule: "comfy_extras.nodes_compositing",
      required: { image: ["IMAGE", {}], alpha: ["MASK", {}] },
      outputs: ["IMAGE"],
    },
    /** The alpha is 1 minus the mask, at the picture's size. */
    execute({ image, alpha }) {
      const masks = masksOf(alpha);
      const pictures = (image as ImageBatch).pictures.map((picture, index) => {
        const mask = resized(
          masks[index % masks.length] as Raster,
          picture.width,
          picture.height,
          "bilinear",
        );
        const joined = withChannels(withChannels(picture, 3), 4);
        mask.values.forEach((value, i) => {
          joined.values[i * 4 + 3] = 1 - value;
        });
        return joined;
      });
      return { outputs: [{ pictures } satisfies ImageBatch] };
    },
  },
  {
    signature: {
      name: "SplitImageWithAlpha",
      displayName: "Split Image with Alpha",
      category: "mask/compositing",
      pythonModule: "comfy_extras.nodes_compositing",
      required: { image: ["IMAGE", {}] },
      outputs: ["IMAGE", "MASK"],
    },
    execute({ image }) {
      const { pictures } = image as ImageBatch;
      const masks = pictures.map((picture) =>
        mapValues(channelOf(withChannels(picture, 4), 3), (value) => 1 - value),
      );
      const opaque = pictures.map((picture) => withChannels(picture, 3));
      return { outputs: [{ pictures: opaque } satisfies ImageBatch, { masks } satisfies MaskBatch] };
    },
  },
];
