// Output nodes: save images and animations, preview them, send them over the socket, and show any value as text.
import { expandPrefix, saveImages } from "../files/save-images.js";
import {
  encodePng,
  type Raster,
  toRgb,
  toRgba,
  withChannels,
  encodePngAnimation,
  encodeWebpAnimation,
  encodeExifTexts,
} from "@pictor/images";
import { type FileReference, type NodeResult, type NodeRun, toText } from "@pictor/comfyui-graph";
import { rastersOf, reshapedMasks } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

const methods = { fastest: 0, default: 4, slowest: 6 } as const;

const frameMsOf = (fps: unknown): number => Math.trunc(1000 / (fps as number));

export const saveAndPreviewNodes: NodeFunctions = {
  SaveImage: ({ images, filename_prefix }, run) =>
    save(run, rastersOf(images), { type: "output", prefix: filename_prefix as string, level: 4 }),
  PreviewImage: ({ images }, run) => preview(run, rastersOf(images)),
  MaskPreview: ({ mask }, run) =>
    preview(
      run,
      reshapedMasks(mask, "1, ").map((one) => withChannels(one, 3)),
    ),
  SaveImageWebsocket: {
    /** SaveImageWebsocket sends PNG files over the socket and writes no file. */
    execute({ images }, run) {
      const rasters = rastersOf(images);
      rasters.forEach((raster, i) => run.send(i, rasters.length, encodePng(pixelsOf(raster), { level: 4 })));
      return [];
    },
    /** The fingerprint of SaveImageWebsocket differs at each call, so that the node always runs. */
    fingerprint: () => `${Date.now()} ${Math.random()}`,
  },
  /** PreviewAny shows primitive values in the notation of Python, and other values by the names of their members. */
  PreviewAny({ source }) {
    const plain = typeof source !== "object" || source === null;
    const text = plain ? toText(source) : `<${Object.keys(source).join(", ")}>`;
    return { outputs: [], ui: { text: [text] } };
  },
  SaveAnimatedWEBP({ images, filename_prefix, fps, lossless, quality, method }, run) {
    const rasters = rastersOf(images);
    const file = encodeWebpAnimation(rasters.map(toRgba), {
      frameMs: frameMsOf(fps),
      lossless: lossless as boolean,
      quality: quality as number,
      method: methods[method as keyof typeof methods],
      exif: encodeExifTexts(run.texts),
      check: run.check,
    });
    return saveAnimation(run, rasters, filename_prefix, file, "webp");
  },
  SaveAnimatedPNG({ images, filename_prefix, fps, compress_level }, run) {
    const rasters = rastersOf(images);
    const file = encodePngAnimation(rasters.map(pixelsOf), {
      frameMs: frameMsOf(fps),
      level: compress_level as number,
      privateTexts: run.texts,
      check: run.check,
    });
    return saveAnimation(run, rasters, filename_prefix, file, "png");
  },
};

/** The pixels with their alpha channel, if they have one. */
const pixelsOf = (raster: Raster) => (raster.channels === 4 ? toRgba(raster) : toRgb(raster));

interface Target {
  readonly type: FileReference["type"] & keyof NodeRun["folders"];
  readonly prefix: string;
  readonly extension?: "webp" | "png";
}

/** Writes the files of images of one size. */
function write(
  run: NodeRun,
  [first]: readonly Raster[],
  files: readonly Buffer[],
  { type, prefix, extension }: Target,
): readonly FileReference[] {
  const { width = 0, height = 0 } = first ?? {};
  const expanded = expandPrefix(prefix, { width, height, now: new Date() });
  return saveImages(run.folders[type], expanded, files, extension).map((name) => ({ ...name, type }));
}

/** `level` is that of zlib, 0 to 9. */
function save(
  run: NodeRun,
  rasters: readonly Raster[],
  { level, ...target }: Target & { readonly level: number },
): NodeResult {
  const files = rasters.map((raster) => {
    run.check();
    return encodePng(pixelsOf(raster), { texts: run.texts, level });
  });
  return { outputs: [], ui: { images: write(run, rasters, files, target) } };
}

const preview = (run: NodeRun, rasters: readonly Raster[]): NodeResult =>
  save(run, rasters, { type: "temp", prefix: `ComfyUI_temp_${run.tempTag}`, level: 1 });

const saveAnimation = (
  run: NodeRun,
  rasters: readonly Raster[],
  prefix: unknown,
  file: Buffer,
  extension: "webp" | "png",
): NodeResult => ({
  outputs: [],
  ui: {
    images: write(run, rasters, [file], { type: "output", prefix: prefix as string, extension }),
    animated: [true],
  },
});
