// Custom sampling: nodes for samplers, noise and guiders.
import {
  type Conditioning,
  type Guider,
  type LatentBatch,
  type Model,
  type Noise,
  type Sampler,
  type SamplerName,
  samplerNames,
  type Sigmas,
} from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";
import { runSampler } from "./run-sampler.js";

export const customSamplingNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "KSamplerSelect",
      displayName: null,
      category: "sampling/custom_sampling/samplers",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: { sampler_name: ["COMBO", { multiselect: false, options: samplerNames }] },
      outputs: ["SAMPLER"],
    },
    execute: ({ sampler_name }) => ({ outputs: [{ name: sampler_name as SamplerName } satisfies Sampler] }),
  },
  {
    signature: {
      name: "RandomNoise",
      displayName: null,
      category: "sampling/custom_sampling/noise",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        noise_seed: ["INT", { default: 0, min: 0, max: 18446744073709551615n, control_after_generate: true }],
      },
      outputs: ["NOISE"],
    },
    execute: ({ noise_seed }) => ({
      outputs: [{ seed: noise_seed as number | bigint, isDisabled: false } satisfies Noise],
    }),
  },
  {
    signature: {
      name: "DisableNoise",
      displayName: null,
      category: "sampling/custom_sampling/noise",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {},
      outputs: ["NOISE"],
    },
    execute: () => ({ outputs: [{ seed: 0, isDisabled: true } satisfies Noise] }),
  },
  {
    signature: {
      name: "BasicGuider",
      displayName: null,
      category: "sampling/custom_sampling/guiders",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: { model: ["MODEL", {}], conditioning: ["CONDITIONING", {}] },
      outputs: ["GUIDER"],
    },
    /** BasicGuider has no negative conditioning, so embedded guidance takes the place of cfg. */
    execute: ({ model, conditioning }) => ({
      outputs: [
        {
          model: { nominalCfg: 5, ...(model as Model) },
          positive: conditioning as Conditioning,
          negative: [],
          cfg: 1,
        } satisfies Guider,
      ],
    }),
  },
  {
    signature: {
      name: "CFGGuider",
      displayName: null,
      category: "sampling/custom_sampling/guiders",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        model: ["MODEL", {}],
        positive: ["CONDITIONING", {}],
        negative: ["CONDITIONING", {}],
        cfg: ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
      },
      outputs: ["GUIDER"],
    },
    execute: ({ model, positive, negative, cfg }) => ({
      outputs: [
        {
          model: model as Model,
          positive: positive as Conditioning,
          negative: negative as Conditioning,
          cfg: cfg as number,
        } satisfies Guider,
      ],
    }),
  },
  {
    signature: {
      name: "DualCFGGuider",
      displayName: null,
      category: "sampling/custom_sampling/guiders",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        model: ["MODEL", {}],
        cond1: ["CONDITIONING", {}],
        cond2: ["CONDITIONING", {}],
        negative: ["CONDITIONING", {}],
        cfg_conds: ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
        cfg_cond2_negative: ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
        style: ["COMBO", { multiselect: false, options: ["regular", "nested"] }],
      },
      outputs: ["GUIDER"],
    },
    /** DualCFGGuider is approximated: the positive conditioning is the mean of `cond1` and `cond2`, weighted by their scales. */
    execute({ model, cond1, cond2, negative, cfg_conds, cfg_cond2_negative }) {
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
  },
  {
    signature: {
      name: "SamplerCustomAdvanced",
      displayName: null,
      category: "sampling/custom_sampling",
      pythonModule: "comfy_extras.nodes_custom_sampler",
      required: {
        noise: ["NOISE", {}],
        guider: ["GUIDER", {}],
        sampler: ["SAMPLER", {}],
        sigmas: ["SIGMAS", {}],
        latent_image: ["LATENT", {}],
      },
      outputs: ["LATENT", "LATENT"],
      outputNames: ["output", "denoised_output"],
    },
    execute({ noise, guider, sampler, sigmas, latent_image }, run) {
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
  },
];
