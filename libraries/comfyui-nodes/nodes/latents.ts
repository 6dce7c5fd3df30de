// Nodes that create, select, join, scale, composite, transform and mask latents.
import {
  emptyLatents,
  concatLatents,
  type LatentBatch,
  selectBlocks,
  blendLatents,
  cropLatents,
  fitLatents,
  type MaskBatch,
  mapLatentRasters,
  pasteLatents,
  PIXELS_PER_CELL,
  resizeLatents,
} from "@pictor/simulated-sampler";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";
import { flipRaster, type ResampleMethod, roundHalfEven, rotateRaster } from "@pictor/images";

/** Unlike real models, all simulated models have the same latent channels and cell size. */
const emptyLatentNode: NodeFunction = ({ width, height, batch_size }) => [
  emptyLatents(width as number, height as number, batch_size as number),
];

const cellsOf = (pixels: unknown): number => Math.trunc((pixels as number) / PIXELS_PER_CELL);

/** Spherical interpolation (bislerp) of simulated latents is done as bilinear interpolation. */
const methodOf = (method: unknown) => (method === "bislerp" ? "bilinear" : (method as ResampleMethod));

export const latentNodes: NodeFunctions = {
  EmptyLatentImage: emptyLatentNode,
  EmptySD3LatentImage: emptyLatentNode,
  EmptyFlux2LatentImage: emptyLatentNode,
  EmptyHunyuanImageLatent: emptyLatentNode,
  LatentFromBatch({ samples, batch_index, length }) {
    const batch = samples as LatentBatch;
    const from = Math.min(batch_index as number, batch.batchIndex.length - 1);
    const to = Math.min(from + (length as number), batch.batchIndex.length);
    return [
      selectBlocks(
        batch,
        Array.from({ length: to - from }, (_, i) => from + i),
      ),
    ];
  },
  /** RepeatLatentBatch gives each copy another batch index, so that each copy gets different noise. */
  RepeatLatentBatch({ samples, amount }) {
    const batch = samples as LatentBatch;
    const { batchIndex } = batch;
    const span = Math.max(...batchIndex) - Math.min(...batchIndex) + 1;
    const copies = Array.from({ length: amount as number }, (_, copy) => copy);
    const repeated = selectBlocks(
      batch,
      copies.flatMap(() => batchIndex.map((_, position) => position)),
    );
    const places = copies.flatMap((copy) => batchIndex.map((own) => own + copy * span));
    return [{ ...repeated, batchIndex: places } satisfies LatentBatch];
  },
  /** LatentBatch resizes the second batch to the size of the first. The latents keep their batch indexes. */
  LatentBatch: ({ samples1, samples2 }, run) => [
    concatLatents(samples1 as LatentBatch, samples2 as LatentBatch, run.check),
  ],
  /**
   * In LatentUpscale, a width or height of 0 follows from the other side, so that the aspect ratio stays. If both are
   * 0, the latent stays unchanged.
   */
  LatentUpscale({ samples, upscale_method, width, height, crop }, run) {
    const latents = samples as LatentBatch;
    let [w, h] = [width as number, height as number];
    if (w === 0 && h === 0) return [latents];
    if (w === 0) w = Math.max(64, roundHalfEven((latents.width * Math.max(64, h)) / latents.height));
    if (h === 0) h = Math.max(64, roundHalfEven((latents.height * Math.max(64, w)) / latents.width));
    const size = {
      width: cellsOf(Math.max(64, w)),
      height: cellsOf(Math.max(64, h)),
      crop: crop === "center",
    };
    return [resizeLatents(latents, size, methodOf(upscale_method), run.check)];
  },
  LatentUpscaleBy({ samples, upscale_method, scale_by }, run) {
    const latents = samples as LatentBatch;
    const side = (cells: number): number => Math.max(1, roundHalfEven(cells * (scale_by as number)));
    const size = { width: side(latents.width), height: side(latents.height), crop: false };
    return [resizeLatents(latents, size, methodOf(upscale_method), run.check)];
  },
  LatentComposite({ samples_to, samples_from, x, y, feather }) {
    const place = { x: cellsOf(x), y: cellsOf(y), feather: cellsOf(feather) };
    return [pasteLatents(samples_to as LatentBatch, samples_from as LatentBatch, place)];
  },
  LatentCompositeMasked({ destination, source, x, y, resize_source, mask }, run) {
    const under = destination as LatentBatch;
    const over =
      resize_source === true ? fitLatents(source as LatentBatch, under, run.check) : (source as LatentBatch);
    const masks = (mask as MaskBatch | undefined)?.masks;
    const place = { x: cellsOf(x), y: cellsOf(y), feather: 0, ...(masks && { masks }) };
    return [pasteLatents(under, over, place)];
  },
  LatentBlend({ samples1, samples2, blend_factor }, run) {
    const first = samples1 as LatentBatch;
    return [
      blendLatents(first, fitLatents(samples2 as LatentBatch, first, run.check), blend_factor as number),
    ];
  },
  LatentFlip({ samples, flip_method }) {
    const vertically = (flip_method as string).startsWith("x");
    return [mapLatentRasters(samples as LatentBatch, (raster) => flipRaster(raster, vertically))];
  },
  LatentRotate: ({ samples, rotation }) => [
    mapLatentRasters(samples as LatentBatch, (raster) =>
      rotateRaster(raster, Number.parseInt(rotation as string, 10) || 0),
    ),
  ],
  LatentCrop({ samples, width, height, x, y }) {
    const box = { x: cellsOf(x), y: cellsOf(y), width: cellsOf(width), height: cellsOf(height) };
    return [cropLatents(samples as LatentBatch, box)];
  },
  SetLatentNoiseMask: ({ samples, mask }) => [
    { ...(samples as LatentBatch), noiseMask: mask as MaskBatch } satisfies LatentBatch,
  ],
};
