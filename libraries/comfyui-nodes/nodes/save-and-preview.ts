// Nodes that show pictures: saved, previewed, sent over the socket; and any value as text.
import { expandPrefix, savePictures } from "../files/save-images.js";
import { encodePng, type Raster, toBytes, toRgba, withChannels } from "@pictor/images";
import {
  type FileReference,
  type NodeDefinition,
  type NodeResult,
  type NodeRun,
  toText,
} from "@pictor/comfyui-graph";
import type { ImageBatch } from "@pictor/simulated-sampler";
import { reshaped } from "./batches.js";

export const showNodes: readonly NodeDefinition[] = [
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
        (images as ImageBatch).pictures,
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
        (images as ImageBatch).pictures,
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
      const pictures = reshaped(mask, "1, ").map((one) => withChannels(one, 3));
      return save(pictures, { type: "temp", prefix: `ComfyUI_temp_${run.tempTag}`, level: 1 }, run);
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
    /** Pictures go over the socket as PNG files; nothing is written. */
    execute({ images }, run) {
      const { pictures } = images as ImageBatch;
      pictures.forEach((picture, i) => {
        run.send(i, pictures.length, pngOf(picture, { level: 4 }));
      });
      return { outputs: [] };
    },
    /** Never cached. */
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
    /** Plain values as Python prints them; of others what they are made of. */
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
  /** zlib level: files that stay are packed better than those that go. */
  readonly level: number;
}

/** A picture with alpha keeps it. */
const pngOf = (picture: Raster, options: Parameters<typeof encodePng>[1]): Buffer =>
  encodePng(picture.channels === 4 ? toRgba(picture) : toBytes(picture), options);

function save(pictures: readonly Raster[], { type, prefix, level }: SaveOptions, run: NodeRun): NodeResult {
  const { width = 0, height = 0 } = pictures[0] ?? {};
  const files = pictures.map((picture) => {
    run.check();
    return pngOf(picture, { texts: run.texts, level });
  });
  const names = savePictures(
    run.folders[type],
    expandPrefix(prefix, { width, height, now: new Date() }),
    files,
  );
  return { outputs: [], ui: { images: names.map((name) => ({ ...name, type })) } };
}
