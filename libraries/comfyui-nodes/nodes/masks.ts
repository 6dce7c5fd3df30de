// Nodes that create and edit masks, and convert between masks and images: channels, colors, alpha.
import type { MaskBatch, ImageBatch } from "@pictor/simulated-sampler";
import {
  blankRaster,
  cropRaster,
  mapValues,
  type Raster,
  roundHalfEven,
  extractChannel,
  resizeRaster,
  withChannels,
} from "@pictor/images";
import { colorParts, masksOf, reshapedMasks, rastersOf } from "./batches.js";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

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

/** A node that moves the edge of a mask, which no simulated model needs. */
const passMask: NodeFunction = ({ mask }) => [{ masks: reshapedMasks(mask) } satisfies MaskBatch];

export const maskNodes: NodeFunctions = {
  SolidMask: ({ value, width, height }) => [
    { masks: [blankRaster(width as number, height as number, 1, value as number)] } satisfies MaskBatch,
  ],
  InvertMask: ({ mask }) => [eachMask(masksOf(mask), (one) => mapValues(one, (value) => 1 - value))],
  ThresholdMask: ({ mask, value }) => [
    eachMask(masksOf(mask), (one) => mapValues(one, (own) => (own > (value as number) ? 1 : 0))),
  ],
  GrowMask: passMask,
  FeatherMask: passMask,
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
    return [eachMask(reshapedMasks(mask), cut)];
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
    return [{ masks } satisfies MaskBatch];
  },
  ImageToMask({ image, channel }) {
    const index = ["red", "green", "blue", "alpha"].indexOf(channel as string);
    const masks = rastersOf(image).map((raster) => {
      if (index >= raster.channels) {
        throw new RangeError(`index ${index} is out of bounds for dimension 3 with size ${raster.channels}`);
      }
      return extractChannel(raster, index);
    });
    return [{ masks } satisfies MaskBatch];
  },
  MaskToImage: ({ mask }) => [
    { rasters: reshapedMasks(mask, "1, ").map((raster) => withChannels(raster, 3)) } satisfies ImageBatch,
  ],
  ImageColorToMask({ image, color }) {
    const wanted = colorParts(color);
    const masks = rastersOf(image).map((raster) => {
      const same = (pixel: number): boolean =>
        wanted.every((part, c) => {
          const value = raster.values[pixel * raster.channels + c] as number;
          return roundHalfEven(Math.min(Math.max(value, 0), 1) * 255) === part;
        });
      return mapValues(blankRaster(raster.width, raster.height, 1), (_, i) => (same(i) ? 1 : 0));
    });
    return [{ masks } satisfies MaskBatch];
  },
  /** JoinImageWithAlpha sets the alpha channel to 1 minus the mask, which is resized to the image. */
  JoinImageWithAlpha({ image, alpha }) {
    const masks = masksOf(alpha);
    const rasters = rastersOf(image).map((raster, index) => {
      const mask = resizeRaster(
        masks[index % masks.length] as Raster,
        raster.width,
        raster.height,
        "bilinear",
      );
      const joined = withChannels(withChannels(raster, 3), 4);
      mask.values.forEach((value, i) => {
        joined.values[i * 4 + 3] = 1 - value;
      });
      return joined;
    });
    return [{ rasters } satisfies ImageBatch];
  },
  SplitImageWithAlpha({ image }) {
    const rasters = rastersOf(image);
    const masks = rasters.map((raster) =>
      mapValues(extractChannel(withChannels(raster, 4), 3), (value) => 1 - value),
    );
    const opaque = rasters.map((raster) => withChannels(raster, 3));
    return [{ rasters: opaque } satisfies ImageBatch, { masks } satisfies MaskBatch];
  },
};
