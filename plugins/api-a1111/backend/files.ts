// The model files and samplers of a backend, as the inputs of its node classes list them.

import type { ModelFiles } from "../names/models.js";
import type { SamplerChoices } from "../names/samplers.js";
import type { ChoicesOptions, Session } from "./session.js";

const checkpointsOf = ({ choices }: Session, options?: ChoicesOptions) =>
  choices("CheckpointLoaderSimple", "ckpt_name", options);
export const vaesOf = ({ choices }: Session, options?: ChoicesOptions) =>
  choices("VAELoader", "vae_name", options);
export const lorasOf = ({ choices }: Session, options?: ChoicesOptions) =>
  choices("LoraLoader", "lora_name", options);
export const encodersOf = ({ choices }: Session) => choices("CLIPLoader", "clip_name");
export const upscaleModelsOf = ({ choices }: Session) => choices("UpscaleModelLoader", "model_name");

export async function modelFilesOf(session: Session, options?: ChoicesOptions): Promise<ModelFiles> {
  const [checkpoints, diffusionModels] = await Promise.all([
    checkpointsOf(session, options),
    session.choices("UNETLoader", "unet_name", options),
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
