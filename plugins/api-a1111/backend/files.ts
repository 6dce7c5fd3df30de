// The model files and samplers of a backend, as the inputs of its node classes list them.

import type { ModelFiles } from "../names/models.js";
import type { SamplerChoices } from "../names/samplers.js";
import type { Session } from "./session.js";

export const checkpointsOf = ({ choices }: Session) => choices("CheckpointLoaderSimple", "ckpt_name");
export const vaesOf = ({ choices }: Session) => choices("VAELoader", "vae_name");
export const encodersOf = ({ choices }: Session) => choices("CLIPLoader", "clip_name");
export const lorasOf = ({ choices }: Session) => choices("LoraLoader", "lora_name");
export const upscaleModelsOf = ({ choices }: Session) => choices("UpscaleModelLoader", "model_name");

export async function modelFilesOf(session: Session): Promise<ModelFiles> {
  const [checkpoints, diffusionModels] = await Promise.all([
    checkpointsOf(session),
    session.choices("UNETLoader", "unet_name"),
  ]);
  return { checkpoints, diffusionModels };
}

export async function samplersOf(session: Session): Promise<SamplerChoices> {
  const [samplers, schedulers] = await Promise.all([
    session.choices("KSampler", "sampler_name"),
    session.choices("KSampler", "scheduler"),
  ]);
  return { samplers, schedulers };
}
