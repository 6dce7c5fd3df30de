// Nodes that sample, and the samplers, noise and guiders of custom sampling.
import { encodeJpeg } from "@pictor/images";
import {
  latentPreview,
  type SampledLatents,
  sampleLatents,
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
  type Noise,
} from "@pictor/simulated-sampler";
import type { NodeRun, Inputs } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

/** Returns the sampled batch and the last denoised estimate. */
function runSampler(
  run: NodeRun,
  options: Omit<Parameters<typeof sampleLatents>[0], "onStep" | "check">,
): SampledLatents {
  return sampleLatents({
    ...options,
    check: run.check,
    onStep: (done, total, denoised) => run.step(done, total, () => encodeJpeg(latentPreview(denoised))),
  });
}

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
    const result = runSampler(run, {
      ...guiderOf(inputs),
      seed: seed as number | bigint,
      sampler: sampler_name as SamplerName,
      sigmas: shifted(sigmas, shiftOf(inputs)),
      latents: latent_image as LatentBatch,
      addNoise: true,
    });
    return [result.samples];
  },
  KSamplerAdvanced(inputs, run) {
    const { scheduler, steps, start_at_step, end_at_step } = inputs;
    const all = shifted(scheduleSigmas(scheduler as SchedulerName, steps as number), shiftOf(inputs));
    const sigmas = all.slice(start_at_step as number, (end_at_step as number) + 1);
    if (inputs["return_with_leftover_noise"] === "disable" && sigmas.length > 0) {
      sigmas[sigmas.length - 1] = 0;
    }
    const result = runSampler(run, {
      ...guiderOf(inputs),
      seed: inputs["noise_seed"] as number | bigint,
      sampler: inputs["sampler_name"] as SamplerName,
      sigmas,
      latents: inputs["latent_image"] as LatentBatch,
      addNoise: inputs["add_noise"] === "enable",
    });
    return [result.samples];
  },
  SamplerCustom(inputs, run) {
    const result = runSampler(run, {
      ...guiderOf(inputs),
      seed: inputs["noise_seed"] as number | bigint,
      sampler: (inputs["sampler"] as Sampler).name,
      sigmas: (inputs["sigmas"] as Sigmas).levels,
      latents: inputs["latent_image"] as LatentBatch,
      addNoise: inputs["add_noise"] as boolean,
    });
    return [result.samples, result.denoised];
  },
  KSamplerSelect: ({ sampler_name }) => [{ name: sampler_name as SamplerName } satisfies Sampler],
  RandomNoise: ({ noise_seed }) => [
    { seed: noise_seed as number | bigint, isDisabled: false } satisfies Noise,
  ],
  DisableNoise: () => [{ seed: 0, isDisabled: true } satisfies Noise],
  /** BasicGuider has no negative conditioning, so embedded guidance takes the place of cfg. */
  BasicGuider: ({ model, conditioning }) => [
    {
      model: { nominalCfg: 5, ...(model as Model) },
      positive: conditioning as Conditioning,
      negative: [],
      cfg: 1,
    } satisfies Guider,
  ],
  CFGGuider: ({ model, positive, negative, cfg }) => [
    {
      model: model as Model,
      positive: positive as Conditioning,
      negative: negative as Conditioning,
      cfg: cfg as number,
    } satisfies Guider,
  ],
  /** DualCFGGuider is approximated: the positive conditioning is the mean of `cond1` and `cond2`, weighted by their scales. */
  DualCFGGuider({ model, cond1, cond2, negative, cfg_conds, cfg_cond2_negative }) {
    const [first, second] = [cond1 as Conditioning, cond2 as Conditioning];
    const scales = [cfg_conds as number, cfg_cond2_negative as number] as const;
    const total = scales[0] + scales[1];
    const share = total > 0 ? scales[0] / total : 0.5;
    const weighted = (texts: Conditioning, part: number): Conditioning =>
      texts.map((text) => ({ ...text, strength: (text.strength ?? 1) * part }));
    const guider: Guider = {
      model: model as Model,
      positive: [...weighted(first, share), ...weighted(second, 1 - share)],
      negative: negative as Conditioning,
      cfg: total / 2,
    };
    return [guider];
  },
  SamplerCustomAdvanced({ noise, guider, sampler, sigmas, latent_image }, run) {
    const { seed, isDisabled } = noise as Noise;
    const result = runSampler(run, {
      ...(guider as Guider),
      seed,
      sampler: (sampler as Sampler).name,
      sigmas: (sigmas as Sigmas).levels,
      latents: latent_image as LatentBatch,
      addNoise: !isDisabled,
    });
    return [result.samples, result.denoised];
  },
};
