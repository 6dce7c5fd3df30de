// For tests: nodes that most workflows have in common, as parts of a short graph.
import type { ShortGraph } from "./run-graph.js";

export const loaders: ShortGraph = {
  model: ["CheckpointLoaderSimple", { ckpt_name: "simulated-landscape.safetensors" }],
  positive: ["CLIPTextEncode", { text: "a lighthouse over the sea at sunset", clip: ["model", 1] }],
  negative: ["CLIPTextEncode", { text: "", clip: ["model", 1] }],
};

/** A KSampler with six steps. */
export const sampler = (latent: unknown, change: Record<string, unknown> = {}): ShortGraph[string] => [
  "KSampler",
  {
    model: ["model", 0],
    positive: ["positive", 0],
    negative: ["negative", 0],
    latent_image: latent,
    seed: 7,
    steps: 6,
    cfg: 7,
    sampler_name: "euler",
    scheduler: "normal",
    denoise: 1,
    ...change,
  },
];

/** The nodes that decode a latent and save the image. */
export const saved = (latent: unknown, name = "save"): ShortGraph => ({
  [`${name} decode`]: ["VAEDecode", { samples: latent, vae: ["model", 2] }],
  [name]: ["SaveImage", { images: [`${name} decode`, 0], filename_prefix: name }],
});

/** A KSamplerAdvanced that runs a part of six steps; only the last part removes all noise. */
export const stage = (latent: unknown, from: number, to: number): ShortGraph[string] => [
  "KSamplerAdvanced",
  {
    model: ["model", 0],
    positive: ["positive", 0],
    negative: ["negative", 0],
    latent_image: latent,
    noise_seed: 7,
    steps: 6,
    cfg: 7,
    sampler_name: "euler",
    scheduler: "normal",
    add_noise: from === 0 ? "enable" : "disable",
    start_at_step: from,
    end_at_step: to,
    return_with_leftover_noise: to < 6 ? "enable" : "disable",
  },
];
