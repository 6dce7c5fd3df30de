// The samplers KSampler, KSamplerAdvanced and SamplerCustom.
import {
  type Conditioning,
  denoisedSigmas,
  type Guider,
  type LatentBatch,
  type Model,
  type Sampler,
  type SamplerName,
  samplerNames,
  type SchedulerName,
  schedulerNames,
  scheduleSigmas,
  shifted,
  type Sigmas,
} from "@pictor/simulated-sampler";
import type { Inputs, NodeDefinition } from "@pictor/comfyui-graph";
import { runSampler } from "./run-sampler.js";

const guiderOf = (inputs: Inputs): Guider => ({
  model: inputs["model"] as Model,
  positive: inputs["positive"] as Conditioning,
  negative: inputs["negative"] as Conditioning,
  cfg: inputs["cfg"] as number,
});

const shiftOf = (inputs: Inputs): number | undefined => (inputs["model"] as Model).shift;

export const samplingNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "KSampler",
      displayName: "KSampler",
      category: "sampling",
      pythonModule: "nodes",
      required: {
        model: ["MODEL", {}],
        seed: ["INT", { default: 0, min: 0, max: 18446744073709551615n, control_after_generate: true }],
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        cfg: ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
        sampler_name: [samplerNames, {}],
        scheduler: [schedulerNames, {}],
        positive: ["CONDITIONING", {}],
        negative: ["CONDITIONING", {}],
        latent_image: ["LATENT", {}],
        denoise: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["LATENT"],
    },
    execute(inputs, run) {
      const { scheduler, steps, denoise, seed, sampler_name, latent_image } = inputs;
      const sigmas = denoisedSigmas(scheduler as SchedulerName, steps as number, denoise as number);
      const result = runSampler(
        {
          ...guiderOf(inputs),
          seed: seed as number | bigint,
          sampler: sampler_name as SamplerName,
          sigmas: shifted(sigmas, shiftOf(inputs)),
          latents: latent_image as LatentBatch,
          addNoise: true,
        },
        run,
      );
      return { outputs: [result.samples] };
    },
  },
  {
    signature: {
      name: "KSamplerAdvanced",
      displayName: "KSampler (Advanced)",
      category: "sampling",
      pythonModule: "nodes",
      required: {
        model: ["MODEL"],
        add_noise: [["enable", "disable"]],
        noise_seed: ["INT", { default: 0, min: 0, max: 18446744073709551615n, control_after_generate: true }],
        steps: ["INT", { default: 20, min: 1, max: 10000 }],
        cfg: ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
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
      const { scheduler, steps, start_at_step, end_at_step } = inputs;
      const all = shifted(scheduleSigmas(scheduler as SchedulerName, steps as number), shiftOf(inputs));
      const sigmas = all.slice(start_at_step as number, (end_at_step as number) + 1);
      if (inputs["return_with_leftover_noise"] === "disable" && sigmas.length > 0) {
        sigmas[sigmas.length - 1] = 0;
      }
      const result = runSampler(
        {
          ...guiderOf(inputs),
          seed: inputs["noise_seed"] as number | bigint,
          sampler: inputs["sampler_name"] as SamplerName,
          sigmas,
          latents: inputs["latent_image"] as LatentBatch,
          addNoise: inputs["add_noise"] === "enable",
        },
        run,
      );
      return { outputs: [result.samples] };
    },
  },
  {
    signature: {
      name: "SamplerCustom",
      displayName: null,
      category: "sampling/custom_sampling",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        model: ["MODEL", {}],
        add_noise: ["BOOLEAN", { default: true }],
        noise_seed: ["INT", { default: 0, min: 0, max: 18446744073709551615n, control_after_generate: true }],
        cfg: ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
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
          ...guiderOf(inputs),
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
  },
];
