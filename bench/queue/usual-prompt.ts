// A prompt of usual size, with texts that are different each time.

import { randomUUID } from "node:crypto";
import type { Graph, Submission } from "@pictor/kernel/plugin";

export const usualGraph = (number: number): Graph => ({
  4: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "sd_xl_base_1.0.safetensors" } },
  5: { class_type: "EmptyLatentImage", inputs: { width: 1024, height: 1024, batch_size: 1 } },
  6: {
    class_type: "CLIPTextEncode",
    inputs: { text: `a lighthouse at dusk, ${randomUUID()}, ${randomUUID()}`, clip: ["4", 1] },
  },
  7: { class_type: "CLIPTextEncode", inputs: { text: "blurry, low quality", clip: ["4", 1] } },
  3: {
    class_type: "KSampler",
    inputs: {
      seed: number * 7_919,
      steps: 30,
      cfg: 7,
      sampler_name: "dpmpp_2m",
      scheduler: "karras",
      denoise: 1,
      model: ["4", 0],
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
    },
  },
  8: { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
  9: { class_type: "SaveImage", inputs: { filename_prefix: "pictor", images: ["8", 0] } },
});

/** The classes of its nodes, which workers need. */
export const usualClasses: readonly string[] = Object.values(usualGraph(0)).map((node) => node.class_type);

/** What Pictor records with a prompt. */
export const usualRecord = (promptId: string): NonNullable<Submission["record"]> => ({
  pictor: 1,
  promptId,
  jobId: randomUUID(),
  workflow: "txt2img",
  params: { prompt: "a lighthouse at dusk", steps: 30, width: 1024, height: 1024 },
  features: [],
  seed: "7919",
  batch: 0,
  batches: 1,
  outputs: ["9"],
  prompts: { positive: "a lighthouse at dusk", negative: "" },
  plugins: { "workflow-txt2img": "0.1.0" },
});
