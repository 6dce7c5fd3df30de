// A stage with four pictures of different shapes, for the golden graphs of the three workflows.

import type { Graph, Params } from "@pictor/kernel/plugin";
import { templateStage, type TemplateStage } from "@pictor/workflow-parts/testing";

/** Files that are named, so that no backend is asked for them. */
export const named = {
  ...{ prompt: "at night", seed: "7" },
  ...{ diffusionModel: "model.safetensors", encoder1: "one.safetensors", vae: "vae.safetensors" },
};

const pictures = {
  "wide.png": { width: 40, height: 20 },
  "tall.png": { width: 20, height: 40 },
  "square.png": { width: 30, height: 30 },
};
export type Picture = keyof typeof pictures;

export interface EditStage extends Pick<TemplateStage, "dispose"> {
  /** The draft with these pictures; the first of their names in it. */
  build(images: readonly Picture[], params?: Params): ReturnType<TemplateStage["build"]>;
}

export async function editStage(workflow: string): Promise<EditStage> {
  const stage = await templateStage([import.meta.dirname], pictures);
  return {
    dispose: stage.dispose,
    build: (images, params = {}) =>
      stage.build({
        workflow,
        params: { ...named, images: images.map((name) => stage.path(name)), ...params },
      }),
  };
}

/** The nodes that load references, whatever the digests in their names. */
export const loadsOf = (names: readonly (string | undefined)[]): Graph =>
  Object.fromEntries(
    names.map((image, index) => [
      `Reference_${index + 1}_LoadImage`,
      { class_type: "LoadImage", inputs: { image: image ?? "" } },
    ]),
  );

export const loaders = (weights: string, encoders: Graph): Graph => ({
  UNETLoader: {
    class_type: "UNETLoader",
    inputs: { unet_name: "model.safetensors", weight_dtype: weights },
  },
  VAELoader: { class_type: "VAELoader", inputs: { vae_name: "vae.safetensors" } },
  ...encoders,
});

export const encode = (text: string, clip: string) => ({
  class_type: "CLIPTextEncode",
  inputs: { text, clip: [clip, 0] as const },
});

/** Decoding and saving what a node has sampled. */
export const saved = (sampler: string): Graph => ({
  VAEDecode: { class_type: "VAEDecode", inputs: { samples: [sampler, 0], vae: ["VAELoader", 0] } },
  SaveImage: { class_type: "SaveImage", inputs: { images: ["VAEDecode", 0], filename_prefix: "Pictor" } },
});
