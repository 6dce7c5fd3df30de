// Pictures: decode, save, preview.
import { encodePng } from "../files/png.js";
import { expandPrefix, savePictures } from "../files/picture-names.js";
import { decode } from "../model/decode.js";
import type { LatentBatch } from "../model/latent.js";
import type { ImageBatch, Vae } from "../model/values.js";
import type { FileReference, NodeDefinition, NodeResult, NodeRun } from "./node.js";

export const vaeDecode: NodeDefinition = {
  signature: {
    name: "VAEDecode",
    displayName: "VAE Decode",
    category: "latent",
    pythonModule: "nodes",
    required: { samples: ["LATENT", {}], vae: ["VAE", {}] },
    outputs: ["IMAGE"],
  },
  execute: ({ samples, vae }) => ({ outputs: [decode(samples as LatentBatch, vae as Vae)] }),
};

const hidden = { prompt: "PROMPT", extra_pnginfo: "EXTRA_PNGINFO" };

export const saveImage: NodeDefinition = {
  signature: {
    name: "SaveImage",
    displayName: "Save Image",
    category: "image",
    pythonModule: "nodes",
    required: { images: ["IMAGE", {}], filename_prefix: ["STRING", { default: "ComfyUI" }] },
    hidden,
    outputs: [],
    outputNode: true,
  },
  execute: ({ images, filename_prefix }, run) =>
    save(images as ImageBatch, { type: "output", prefix: filename_prefix as string, level: 4 }, run),
};

export const previewImage: NodeDefinition = {
  signature: {
    name: "PreviewImage",
    displayName: "Preview Image",
    category: "image",
    pythonModule: "nodes",
    required: { images: ["IMAGE"] },
    hidden,
    outputs: [],
    outputNode: true,
  },
  execute: ({ images }, run) =>
    save(images as ImageBatch, { type: "temp", prefix: `ComfyUI_temp_${run.tempTag}`, level: 1 }, run),
};

interface SaveOptions {
  readonly type: FileReference["type"];
  readonly prefix: string;
  /** zlib level: files that stay are packed better than those that go. */
  readonly level: number;
}

function save({ pictures }: ImageBatch, { type, prefix, level }: SaveOptions, run: NodeRun): NodeResult {
  const { width = 0, height = 0 } = pictures[0] ?? {};
  const files = pictures.map((picture) => encodePng(picture, { texts: run.texts, level }));
  const names = savePictures(
    run.folders[type],
    expandPrefix(prefix, { width, height, now: new Date() }),
    files,
  );
  return { outputs: [], ui: { images: names.map((name) => ({ ...name, type })) } };
}
