// The node classes of this package as one library for a ComfyUI-compatible server.
import type { NodeLibrary } from "@pictor/comfyui-graph/types";
import { catalog } from "./nodes/catalog.js";
import { choicesOf } from "@pictor/comfyui-graph";
import { readEntry } from "./files/class-entries.js";

const choices = (nodeClass: string, input: string): readonly string[] => {
  const spec = readEntry(nodeClass).input?.required?.[input];
  return (spec && (choicesOf(spec) as readonly string[] | undefined)) ?? [];
};

/** File names by folder key, in the order in which a real server lists the folders. */
const readModelFiles = (): Readonly<Record<string, readonly string[]>> => ({
  checkpoints: choices("CheckpointLoaderSimple", "ckpt_name"),
  configs: choices("CheckpointLoader", "config_name"),
  loras: choices("LoraLoader", "lora_name"),
  vae: choices("VAELoader", "vae_name"),
  text_encoders: choices("CLIPLoader", "clip_name"),
  diffusion_models: choices("UNETLoader", "unet_name"),
  clip_vision: choices("CLIPVisionLoader", "clip_name"),
  style_models: choices("StyleModelLoader", "style_model_name"),
  embeddings: [],
  diffusers: choices("DiffusersLoader", "model_path"),
  vae_approx: [],
  controlnet: choices("ControlNetLoader", "control_net_name"),
  gligen: [],
  upscale_models: choices("UpscaleModelLoader", "model_name"),
  latent_upscale_models: [],
  custom_nodes: [],
  hypernetworks: choices("HypernetworkLoader", "hypernetwork_name"),
  photomaker: [],
  classifiers: [],
  model_patches: [],
  audio_encoders: [],
});

/** A bundle of this package must keep the name of this file, because worker threads import it by its URL. */
const file = import.meta.url.endsWith(".ts") ? "./node-library.ts" : "./node-library.js";

const nodes: NodeLibrary = {
  classes: catalog,
  get modelFiles() {
    return readModelFiles();
  },
  module: new URL(file, import.meta.url).href,
};
export default nodes;
