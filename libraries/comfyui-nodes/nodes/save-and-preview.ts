// Output nodes: save images, preview them, send them over the socket, and show any value as text.
import { expandPrefix, saveImages } from "../files/save-images.js";
import { encodePng, type Raster, toRgb, toRgba, withChannels } from "@pictor/images";
import {
  type FileReference,
  type NodeDefinition,
  type NodeResult,
  type NodeRun,
  toText,
} from "@pictor/comfyui-graph";
import type { ImageBatch } from "@pictor/simulated-sampler";
import { reshapedMasks } from "./batches.js";

export const saveAndPreviewNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "SaveImage",
      displayName: "Save Image",
      category: "image",
      pythonModule: "nodes",
      required: { images: ["IMAGE", {}], filename_prefix: ["STRING", { default: "ComfyUI" }] },
      hidden: { prompt: "PROMPT", extra_pnginfo: "EXTRA_PNGINFO" },
      outputs: [],
      outputNode: true,
    },
    execute: ({ images, filename_prefix }, run) =>
      save(
        (images as ImageBatch).rasters,
        { type: "output", prefix: filename_prefix as string, level: 4 },
        run,
      ),
  },
  {
    signature: {
      name: "PreviewImage",
      displayName: "Preview Image",
      category: "image",
      pythonModule: "nodes",
      required: { images: ["IMAGE"] },
      hidden: { prompt: "PROMPT", extra_pnginfo: "EXTRA_PNGINFO" },
      outputs: [],
      outputNode: true,
    },
    execute: ({ images }, run) =>
      save(
        (images as ImageBatch).rasters,
        { type: "temp", prefix: `ComfyUI_temp_${run.tempTag}`, level: 1 },
        run,
      ),
  },
  {
    signature: {
      name: "MaskPreview",
      displayName: "Preview Mask",
      category: "mask",
      pythonModule: "comfy_extras.nodes_mask",
      required: { mask: ["MASK", {}] },
      hidden: { prompt: ["PROMPT"], extra_pnginfo: ["EXTRA_PNGINFO"] },
      outputs: [],
      outputNode: true,
    },
    execute({ mask }, run) {
      const rasters = reshapedMasks(mask, "1, ").map((one) => withChannels(one, 3));
      return save(rasters, { type: "temp", prefix: `ComfyUI_temp_${run.tempTag}`, level: 1 }, run);
    },
  },
  {
    signature: {
      name: "SaveImageWebsocket",
      displayName: "SaveImageWebsocket",
      category: "api/image",
      pythonModule: "custom_nodes.websocket_image_save",
      required: { images: ["IMAGE"] },
      outputs: [],
      outputNode: true,
      olderForm: true,
    },
    /** SaveImageWebsocket sends PNG files over the socket and writes no file. */
    execute({ images }, run) {
      const { rasters } = images as ImageBatch;
      rasters.forEach((raster, i) => {
        run.send(i, rasters.length, pngOf(raster, { level: 4 }));
      });
      return { outputs: [] };
    },
    /** The fingerprint of SaveImageWebsocket differs at each call, so that the node always runs. */
    fingerprint: () => `${Date.now()} ${Math.random()}`,
  },
  {
    signature: {
      name: "PreviewAny",
      displayName: "Preview as Text",
      category: "utils",
      pythonModule: "comfy_extras.nodes_preview_any",
      required: { source: ["*", {}] },
      outputs: [],
      outputNode: true,
      olderForm: true,
    },
    /** PreviewAny shows primitive values in the notation of Python, and other values by the names of their members. */
    execute({ source }) {
      const plain = typeof source !== "object" || source === null;
      const text = plain ? toText(source) : `<${Object.keys(source).join(", ")}>`;
      return { outputs: [], ui: { text: [text] } };
    },
  },
];

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
