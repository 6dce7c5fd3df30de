// The Wan models: what their files are called, and how they are sampled.

import type { Family, SamplingSource } from "@pictor/workflow-parts";

const common = {
  encoderType: "wan",
  encoders: [["umt5"]],
  vae: ["wan_2_1_vae", "wan2_1_vae", "wan_2_1", "wan2_1", "wan_vae", "wan"],
  shift: "ModelSamplingSD3",
} as const;

/** Models that are told a text only. */
export const textFamily: Family = { ...common, diffusionModel: ["t2v", "wan2_1", "wan2_2", "wan"] };
/** Models that are told a picture as well. */
export const imageFamily: Family = { ...common, diffusionModel: ["i2v", "wan2_1", "wan2_2", "wan"] };

export const profile: SamplingSource["profile"] = {
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "uni_pc", scheduler: "simple", steps: 20, cfg: 5 },
};
