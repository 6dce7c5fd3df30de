// Builds drafts of the three workflows for the tests, with images of different shapes.

import { join } from "node:path";
import type { Graph, Params } from "@pictor/kernel/plugin";
import { createTemplateHarness, type TemplateHarness, node } from "@pictor/workflow-parts/testing";

/** Settings with all model files, so that no backend is needed to find them. */
export const namedFiles = {
  prompt: "at night",
  seed: "7",
  diffusionModel: "model.safetensors",
  encoder1: "one.safetensors",
  vae: "vae.safetensors",
};

const testImages = {
  "wide.png": { width: 40, height: 20 },
  "tall.png": { width: 20, height: 40 },
  "square.png": { width: 30, height: 30 },
};
export type TestImage = keyof typeof testImages;

export interface EditStage extends Pick<TemplateHarness, "dispose"> {
  /** Builds a draft with these images. */
  build(images: readonly TestImage[], params?: Params): ReturnType<TemplateHarness["build"]>;
}

export async function editStage(workflow: string): Promise<EditStage> {
  const stage = await createTemplateHarness([join(import.meta.dirname, "..")], testImages);
  return {
    dispose: stage.dispose,
    build: (images, params = {}) =>
      stage.build({
        workflow,
        params: { ...namedFiles, images: images.map((name) => stage.path(name)), ...params },
      }),
  };
}

/** The nodes that load reference images. Their file names contain digests, so the test passes them. */
export const loadImageNodes = (names: readonly (string | undefined)[]): Graph =>
  Object.fromEntries(
    names.map((image, index) => [
      `Reference_${index + 1}_LoadImage`,
      node("LoadImage", { image: image ?? "" }),
    ]),
  );

export const loaders = (weights: string, encoders: Graph): Graph => ({
  UNETLoader: node("UNETLoader", { unet_name: "model.safetensors", weight_dtype: weights }),
  VAELoader: node("VAELoader", { vae_name: "vae.safetensors" }),
  ...encoders,
});

export const encode = (text: string, clip: string) =>
  node("CLIPTextEncode", { text, clip: [clip, 0] as const });

/** The nodes that decode and save what a sampler node made. */
export const decodeAndSave = (sampler: string): Graph => ({
  VAEDecode: node("VAEDecode", { samples: [sampler, 0], vae: ["VAELoader", 0] }),
  SaveImage: node("SaveImage", { images: ["VAEDecode", 0], filename_prefix: "Pictor" }),
});
