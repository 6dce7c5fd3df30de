// Output nodes: save images, preview them, send them over the socket, and show any value as text.
import { expandPrefix, saveImages } from "../files/save-images.js";
import { encodePng, type Raster, toRgb, toRgba, withChannels } from "@pictor/images";
import { type FileReference, type NodeResult, type NodeRun, toText } from "@pictor/comfyui-graph";
import type { ImageBatch } from "@pictor/simulated-sampler";
import { reshapedMasks } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

export const saveAndPreviewNodes: NodeFunctions = {
  SaveImage: ({ images, filename_prefix }, run) =>
    save(
      (images as ImageBatch).rasters,
      { type: "output", prefix: filename_prefix as string, level: 4 },
      run,
    ),
  PreviewImage: ({ images }, run) =>
    save(
      (images as ImageBatch).rasters,
      { type: "temp", prefix: `ComfyUI_temp_${run.tempTag}`, level: 1 },
      run,
    ),
  MaskPreview({ mask }, run) {
    const rasters = reshapedMasks(mask, "1, ").map((one) => withChannels(one, 3));
    return save(rasters, { type: "temp", prefix: `ComfyUI_temp_${run.tempTag}`, level: 1 }, run);
  },
  /** SaveImageWebsocket sends PNG files over the socket and writes no file. */
  SaveImageWebsocket: {
    execute({ images }, run) {
      const { rasters } = images as ImageBatch;
      rasters.forEach((raster, i) => run.send(i, rasters.length, pngOf(raster, { level: 4 })));
      return { outputs: [] };
    } /** The fingerprint of SaveImageWebsocket differs at each call, so that the node always runs. */,
    fingerprint: () => `${Date.now()} ${Math.random()}`,
  },
  /** PreviewAny shows primitive values in the notation of Python, and other values by the names of their members. */
  PreviewAny({ source }) {
    const plain = typeof source !== "object" || source === null;
    const text = plain ? toText(source) : `<${Object.keys(source).join(", ")}>`;
    return { outputs: [], ui: { text: [text] } };
  },
};

interface SaveOptions {
  readonly type: FileReference["type"] & keyof NodeRun["folders"];
  readonly prefix: string;
  /** zlib level, 0 to 9. */
  readonly level: number;
}

/** Encodes a raster as PNG, with its alpha channel if it has one. */
const pngOf = (raster: Raster, options: Parameters<typeof encodePng>[1]): Buffer =>
  encodePng(raster.channels === 4 ? toRgba(raster) : toRgb(raster), options);

function save(rasters: readonly Raster[], { type, prefix, level }: SaveOptions, run: NodeRun): NodeResult {
  const { width = 0, height = 0 } = rasters[0] ?? {};
  const files = rasters.map((raster) => {
    run.check();
    return pngOf(raster, { texts: run.texts, level });
  });
  const names = saveImages(
    run.folders[type],
    expandPrefix(prefix, { width, height, now: new Date() }),
    files,
  );
  return { outputs: [], ui: { images: names.map((name) => ({ ...name, type })) } };
}
