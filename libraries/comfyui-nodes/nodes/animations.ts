// Nodes that save animated images.
import { encodePngAnimation, encodeWebpAnimation, encodeExifTexts, toRgb, toRgba } from "@pictor/images";
import { expandPrefix, saveImages } from "../files/save-images.js";
import type { ImageBatch } from "@pictor/simulated-sampler";
import type { NodeResult, NodeRun } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

const methods = { fastest: 0, default: 4, slowest: 6 } as const;

const frameMsOf = (fps: unknown): number => Math.trunc(1000 / (fps as number));

export const animationNodes: NodeFunctions = {
  SaveAnimatedWEBP({ images, filename_prefix, fps, lossless, quality, method }, run) {
    const frames = (images as ImageBatch).rasters.map(toRgba);
    const file = encodeWebpAnimation(frames, {
      frameMs: frameMsOf(fps),
      lossless: lossless as boolean,
      quality: quality as number,
      method: methods[method as keyof typeof methods],
      exif: encodeExifTexts(run.texts),
      check: run.check,
    });
    return save(images as ImageBatch, filename_prefix as string, { file, extension: "webp" }, run);
  },
  SaveAnimatedPNG({ images, filename_prefix, fps, compress_level }, run) {
    const { rasters } = images as ImageBatch;
    const frames = rasters.map((raster) => (raster.channels === 4 ? toRgba(raster) : toRgb(raster)));
    const file = encodePngAnimation(frames, {
      frameMs: frameMsOf(fps),
      level: compress_level as number,
      privateTexts: run.texts,
      check: run.check,
    });
    return save(images as ImageBatch, filename_prefix as string, { file, extension: "png" }, run);
  },
};

function save(
  { rasters }: ImageBatch,
  prefix: string,
  { file, extension }: { file: Buffer; extension: "webp" | "png" },
  run: NodeRun,
): NodeResult {
  const { width = 0, height = 0 } = rasters[0] ?? {};
  const expanded = expandPrefix(prefix, { width, height, now: new Date() });
  const names = saveImages(run.folders.output, expanded, [file], extension);
  return {
    outputs: [],
    ui: { images: names.map((name) => ({ ...name, type: "output" as const })), animated: [true] },
  };
}
