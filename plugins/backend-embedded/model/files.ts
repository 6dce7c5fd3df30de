// The model files that this server offers. They exist by name only, and the names say so.

export const checkpointNames = [
  "simulated-landscape.safetensors",
  "simulated-abstract.safetensors",
  "simulated-ink.safetensors",
] as const;

export const vaeNames = ["simulated-vae.safetensors"] as const;

/** Folder keys and their files, in the order in which a real server lists its folders. */
export const modelFiles: Readonly<Record<string, readonly string[]>> = {
  checkpoints: checkpointNames,
  configs: [],
  loras: [],
  vae: vaeNames,
  text_encoders: [],
  diffusion_models: [],
  clip_vision: [],
  style_models: [],
  embeddings: [],
  diffusers: [],
  vae_approx: [],
  controlnet: [],
  gligen: [],
  upscale_models: [],
  latent_upscale_models: [],
  custom_nodes: [],
  hypernetworks: [],
  photomaker: [],
  classifiers: [],
  model_patches: [],
  audio_encoders: [],
};
