// The simulated model files. They exist by name only.

export const checkpointNames = [
  "simulated-landscape.safetensors",
  "simulated-abstract.safetensors",
  "simulated-ink.safetensors",
] as const;

export const vaeNames = [
  "simulated-ae.safetensors",
  "simulated-flux2-vae.safetensors",
  "simulated-qwen-image-vae.safetensors",
  "simulated-vae.safetensors",
  "simulated-wan-vae.safetensors",
] as const;
export const configNames = ["simulated-v1.yaml"] as const;
export const loraNames = [
  "simulated-golden-hour.safetensors",
  "simulated-winter.safetensors",
  "simulated-pastel.safetensors",
] as const;
export const textEncoderNames = [
  "simulated-clip-g.safetensors",
  "simulated-clip-l.safetensors",
  "simulated-llama.safetensors",
  "simulated-qwen-2-5-vl.safetensors",
  "simulated-qwen-3-06b.safetensors",
  "simulated-qwen-3-4b.safetensors",
  "simulated-qwen.safetensors",
  "simulated-t5xxl.safetensors",
  "simulated-umt5.safetensors",
] as const;
export const diffusionModelNames = [
  "simulated-anima.safetensors",
  "simulated-edit.safetensors",
  "simulated-flux-kontext.safetensors",
  "simulated-flux.safetensors",
  "simulated-flux2-klein.safetensors",
  "simulated-flux2.safetensors",
  "simulated-hidream.safetensors",
  "simulated-ink-flux.safetensors",
  "simulated-qwen-image-edit.safetensors",
  "simulated-wan.safetensors",
  "simulated-z-image-turbo.safetensors",
  "simulated-z-image.safetensors",
] as const;
export const clipVisionNames = ["simulated-clip-vision.safetensors"] as const;
export const styleModelNames = ["simulated-style.safetensors"] as const;
export const diffusersNames = ["simulated-diffusers"] as const;
export const controlNetNames = ["simulated-canny.safetensors", "simulated-union.safetensors"] as const;
export const upscaleModelNames = ["simulated-2x.safetensors", "simulated-4x.safetensors"] as const;
export const hypernetworkNames = ["simulated-hypernetwork.pt"] as const;

/** File names by folder key, in the order in which a real server lists the folders. */
export const modelFiles: Readonly<Record<string, readonly string[]>> = {
  checkpoints: checkpointNames,
  configs: configNames,
  loras: loraNames,
  vae: vaeNames,
  text_encoders: textEncoderNames,
  diffusion_models: diffusionModelNames,
  clip_vision: clipVisionNames,
  style_models: styleModelNames,
  embeddings: [],
  diffusers: diffusersNames,
  vae_approx: [],
  controlnet: controlNetNames,
  gligen: [],
  upscale_models: upscaleModelNames,
  latent_upscale_models: [],
  custom_nodes: [],
  hypernetworks: hypernetworkNames,
  photomaker: [],
  classifiers: [],
  model_patches: [],
  audio_encoders: [],
};
