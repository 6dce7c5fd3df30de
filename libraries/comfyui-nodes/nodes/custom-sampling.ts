// Custom sampling: nodes for samplers, noise and guiders.
import {
  type Conditioning,
  type Guider,
  type LatentBatch,
  type Model,
  type Noise,
  type Sampler,
  type SamplerName,
  type Sigmas,
} from "@pictor/simulated-sampler";
import { runSampler } from "./run-sampler.js";
import type { NodeFunctions } from "./node-functions.js";

export const customSamplingNodes: NodeFunctions = {
  KSamplerSelect: ({ sampler_name }) => ({
    outputs: [{ name: sampler_name as SamplerName } satisfies Sampler],
  }),
  RandomNoise: ({ noise_seed }) => ({
    outputs: [{ seed: noise_seed as number | bigint, isDisabled: false } satisfies Noise],
  }),
  DisableNoise: () => ({ outputs: [{ seed: 0, isDisabled: true } satisfies Noise] }),
  /** BasicGuider has no negative conditioning, so embedded guidance takes the place of cfg. */
  BasicGuider: ({ model, conditioning }) => ({
    outputs: [
      {
        model: { nominalCfg: 5, ...(model as Model) },
        positive: conditioning as Conditioning,
        negative: [],
        cfg: 1,
      } satisfies Guider,
    ],
  }),
  CFGGuider: ({ model, positive, negative, cfg }) => ({
    outputs: [
      {
        model: model as Model,
        positive: positive as Conditioning,
        negative: negative as Conditioning,
        cfg: cfg as number,
      } satisfies Guider,
    ],
  }),
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
    return { outputs: [guider] };
  },
  SamplerCustomAdvanced({ noise, guider, sampler, sigmas, latent_image }, run) {
    const { seed, isDisabled } = noise as Noise;
    const result = runSampler(
      {
        ...(guider as Guider),
        seed,
        sampler: (sampler as Sampler).name,
        sigmas: (sigmas as Sigmas).levels,
        latents: latent_image as LatentBatch,
        addNoise: !isDisabled,
      },
      run,
    );
    return { outputs: [result.samples, result.denoised] };
  },
};
