// KSampler and KSamplerAdvanced: model, prompts, noise and schedule in one node.
import type { LatentBatch } from "../model/latent.js";
import type { Conditioning, Model } from "../model/values.js";
import { samplerNames, type SamplerName } from "../sampler/rules.js";
import { denoisedSigmas, scheduleSigmas, schedulerNames, type SchedulerName } from "../sampler/schedules.js";
import type { NodeDefinition } from "./node.js";
import { cfgInput, denoiseInput, runSampler, seedInput, stepsInput } from "./sampling-inputs.js";

export const kSampler: NodeDefinition = {
  signature: {
    name: "KSampler",
    displayName: "KSampler",
    category: "sampling",
    pythonModule: "nodes",
    required: {
      model: ["MODEL", {}],
      seed: seedInput,
      steps: stepsInput,
      cfg: cfgInput,
      sampler_name: [samplerNames, {}],
      scheduler: [schedulerNames, {}],
      positive: ["CONDITIONING", {}],
      negative: ["CONDITIONING", {}],
      latent_image: ["LATENT", {}],
      denoise: denoiseInput,
    },
    outputs: ["LATENT"],
  },
  execute(inputs, run) {
    const sigmas = denoisedSigmas(
      inputs["scheduler"] as SchedulerName,
      inputs["steps"] as number,
      inputs["denoise"] as number,
    );
    return {
      outputs: [runSampler({ ...common(inputs, inputs["seed"]), sigmas, addNoise: true }, run).samples],
    };
  },
};

export const kSamplerAdvanced: NodeDefinition = {
  signature: {
    name: "KSamplerAdvanced",
    displayName: "KSampler (Advanced)",
    category: "sampling",
    pythonModule: "nodes",
    required: {
      model: ["MODEL"],
      add_noise: [["enable", "disable"]],
      noise_seed: seedInput,
      steps: stepsInput,
      cfg: cfgInput,
      sampler_name: [samplerNames],
      scheduler: [schedulerNames],
      positive: ["CONDITIONING"],
      negative: ["CONDITIONING"],
      latent_image: ["LATENT"],
      start_at_step: ["INT", { default: 0, min: 0, max: 10000 }],
      end_at_step: ["INT", { default: 10000, min: 0, max: 10000 }],
      return_with_leftover_noise: [["disable", "enable"]],
    },
    outputs: ["LATENT"],
  },
  execute(inputs, run) {
    const all = scheduleSigmas(inputs["scheduler"] as SchedulerName, inputs["steps"] as number);
    const sigmas = all.slice(inputs["start_at_step"] as number, (inputs["end_at_step"] as number) + 1);
    if (inputs["return_with_leftover_noise"] === "disable" && sigmas.length > 0)
      sigmas[sigmas.length - 1] = 0;
    const addNoise = inputs["add_noise"] === "enable";
    return {
      outputs: [runSampler({ ...common(inputs, inputs["noise_seed"]), sigmas, addNoise }, run).samples],
    };
  },
};

const common = (inputs: Readonly<Record<string, unknown>>, seed: unknown) => ({
  model: inputs["model"] as Model,
  positive: inputs["positive"] as Conditioning,
  negative: inputs["negative"] as Conditioning,
  cfg: inputs["cfg"] as number,
  seed: seed as number | bigint,
  sampler: inputs["sampler_name"] as SamplerName,
  latents: inputs["latent_image"] as LatentBatch,
});
