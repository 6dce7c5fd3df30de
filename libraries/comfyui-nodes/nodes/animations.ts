// Nodes that save animated images.
import { encodePngAnimation, encodeWebpAnimation, encodeExifTexts, toRgb, toRgba } from "@pictor/images";
import { expandPrefix, saveImages } from "../files/save-images.js";
import type { ImageBatch } from "@pictor/simulated-sampler";
import type { NodeDefinition, NodeResult, NodeRun } from "@pictor/comfyui-graph";

const methods = { fastest: 0, default: 4, slowest: 6 } as const;

const frameMsOf = (fps: unknown): number => Math.trunc(1000 / (fps as number));

export const animationNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "SaveAnimatedWEBP",
      displayName: null,
      category: "image/animation",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        images: ["IMAGE", {}],
        filename_prefix: ["STRING", { default: "ComfyUI", multiline: false }],
        fps: ["FLOAT", { default: 6, min: 0.01, max: 1000, step: 0.01 }],
        lossless: ["BOOLEAN", { default: true }],
        quality: ["INT", { default: 80, min: 0, max: 100 }],
        method: ["COMBO", { multiselect: false, options: ["default", "fastest", "slowest"] }],
      },
      hidden: { prompt: ["PROMPT"], extra_pnginfo: ["EXTRA_PNGINFO"] },
      outputs: [],
      outputNode: true,
    },
    execute({ images, filename_prefix, fps, lossless, quality, method }, run) {
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
  },
  {
    signature: {
      name: "SaveAnimatedPNG",
      displayName: null,
      category: "image/animation",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        images: ["IMAGE", {}],
        filename_prefix: ["STRING", { default: "ComfyUI", multiline: false }],
        fps: ["FLOAT", { default: 6, min: 0.01, max: 1000, step: 0.01 }],
        compress_level: ["INT", { default: 4, min: 0, max: 9 }],
      },
      hidden: { prompt: ["PROMPT"], extra_pnginfo: ["EXTRA_PNGINFO"] },
      outputs: [],
      outputNode: true,
    },
    execute({ images, filename_prefix, fps, compress_level }, run) {
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
  },
];

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
