// The samplers KSampler, KSamplerAdvanced and SamplerCustom.
import {
  type Conditioning,
  denoisedSigmas,
  type Guider,
  type LatentBatch,
  type Model,
  type Sampler,
  type SamplerName,
  type SchedulerName,
  scheduleSigmas,
  shifted,
  type Sigmas,
} from "@pictor/simulated-sampler";
import type { Inputs } from "@pictor/comfyui-graph";
import { runSampler } from "./run-sampler.js";
import type { NodeFunctions } from "./node-functions.js";

const guiderOf = (inputs: Inputs): Guider => ({
  model: inputs["model"] as Model,
  positive: inputs["positive"] as Conditioning,
  negative: inputs["negative"] as Conditioning,
  cfg: inputs["cfg"] as number,
});

const shiftOf = (inputs: Inputs): number | undefined => (inputs["model"] as Model).shift;

export const samplingNodes: NodeFunctions = {
  KSampler(inputs, run) {
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
  KSamplerAdvanced(inputs, run) {
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
  SamplerCustom(inputs, run) {
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
};
