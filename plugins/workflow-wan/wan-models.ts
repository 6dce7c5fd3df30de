// The Wan models: how their files are recognized, and how they are sampled.

import type { ModelComponents, SamplingContext } from "@pictor/workflow-parts";

const common = {
  encoderType: "wan",
  encoders: [["umt5"]],
  vae: ["wan_2_1_vae", "wan2_1_vae", "wan_2_1", "wan2_1", "wan_vae", "wan"],
  shift: "ModelSamplingSD3",
} as const;

/** The model components of text to video. */
export const textToVideoComponents: ModelComponents = {
  ...common,
  diffusionModel: ["t2v", "wan2_1", "wan2_2", "wan"],
};
/** The model components of image to video. */
export const imageToVideoComponents: ModelComponents = {
  ...common,
  diffusionModel: ["i2v", "wan2_1", "wan2_2", "wan"],
};

/** The settings with which both kinds of Wan model are sampled. */
export const wanFamily: SamplingContext["family"] = {
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "uni_pc", scheduler: "simple", steps: 20, cfg: 5 },
};
