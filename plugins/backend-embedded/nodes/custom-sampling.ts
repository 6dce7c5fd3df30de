// Sampling in parts: sampler, sigmas and the run are nodes of their own.
import type { LatentBatch } from "../model/latent.js";
import type { Conditioning, Model, Sampler, Sigmas } from "../model/values.js";
import { samplerNames, type SamplerName } from "../sampler/rules.js";
import { denoisedSigmas, schedulerNames, type SchedulerName } from "../sampler/schedules.js";
import { sigmaAt } from "../sampler/sigma-table.js";
import type { NodeDefinition } from "./node.js";
import { cfgInput, denoiseInput, runSampler, seedInput, stepsInput } from "./sampling-inputs.js";

const MODULE = "comfy_extras.nodes_custom_sampler";

export const kSamplerSelect: NodeDefinition = {
  signature: {
    name: "KSamplerSelect",
    displayName: "KSamplerSelect",
    category: "sampling/custom_sampling/samplers",
    pythonModule: MODULE,
    required: { sampler_name: ["COMBO", { multiselect: false, options: samplerNames }] },
    outputs: ["SAMPLER"],
  },
  execute: ({ sampler_name }) => ({ outputs: [{ name: sampler_name as SamplerName } satisfies Sampler] }),
};

export const basicScheduler: NodeDefinition = {
  signature: {
    name: "BasicScheduler",
    displayName: "BasicScheduler",
    category: "sampling/custom_sampling/schedulers",
    pythonModule: MODULE,
    required: {
      model: ["MODEL", {}],
      scheduler: ["COMBO", { multiselect: false, options: schedulerNames }],
      steps: stepsInput,
      denoise: denoiseInput,
    },
    outputs: ["SIGMAS"],
  },
  execute({ scheduler, steps, denoise }) {
    const levels = denoisedSigmas(scheduler as SchedulerName, steps as number, denoise as number);
    return { outputs: [{ levels } satisfies Sigmas] };
  },
};

export const sdTurboScheduler: NodeDefinition = {
  signature: {
    name: "SDTurboScheduler",
    displayName: "SDTurboScheduler",
    category: "sampling/custom_sampling/schedulers",
    pythonModule: MODULE,
    required: {
      model: ["MODEL", {}],
      steps: ["INT", { default: 1, min: 1, max: 10 }],
      denoise: denoiseInput,
    },
    outputs: ["SIGMAS"],
  },
  /** Every hundredth timestep from the noisiest the denoise strength allows. */
  execute({ steps, denoise }) {
    const first = 10 - Math.trunc(10 * (denoise as number));
    const timesteps = Array.from({ length: 10 }, (_, i) => 999 - i * 100).slice(
      first,
      first + (steps as number),
    );
    return { outputs: [{ levels: Float32Array.from([...timesteps.map(sigmaAt), 0]) } satisfies Sigmas] };
  },
};

export const samplerCustom: NodeDefinition = {
  signature: {
    name: "SamplerCustom",
    displayName: "SamplerCustom",
    category: "sampling/custom_sampling",
    pythonModule: MODULE,
    required: {
      model: ["MODEL", {}],
      add_noise: ["BOOLEAN", { default: true }],
      noise_seed: seedInput,
      cfg: cfgInput,
      positive: ["CONDITIONING", {}],
      negative: ["CONDITIONING", {}],
      sampler: ["SAMPLER", {}],
      sigmas: ["SIGMAS", {}],
      latent_image: ["LATENT", {}],
    },
    outputs: ["LATENT", "LATENT"],
    outputNames: ["output", "denoised_output"],
  },
  execute(inputs, run) {
    const result = runSampler(
      {
        model: inputs["model"] as Model,
        positive: inputs["positive"] as Conditioning,
        negative: inputs["negative"] as Conditioning,
        cfg: inputs["cfg"] as number,
        seed: inputs["noise_seed"] as number | bigint,
        sampler: (inputs["sampler"] as Sampler).name,
        sigmas: (inputs["sigmas"] as Sigmas).levels,
        latents: inputs["latent_image"] as LatentBatch,
        addNoise: inputs["add_noise"] as boolean,
      },
      run,
    );
    return { outputs: [result.samples, result.denoised] };
  },
};
