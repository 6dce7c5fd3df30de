// Inputs that several sampling nodes share, and the call that all of them end in.
import type { LatentBatch } from "../model/latent.js";
import { latentPreview } from "../model/preview.js";
import { sample, type SampleOptions } from "../model/sample.js";
import type { InputSpec, NodeRun } from "./node.js";

/** The largest seed, 2^64 − 1. */
const MAX_SEED = 18446744073709551615n;

export const seedInput: InputSpec = [
  "INT",
  { default: 0, min: 0, max: MAX_SEED, control_after_generate: true },
];
export const stepsInput: InputSpec = ["INT", { default: 20, min: 1, max: 10000 }];
export const cfgInput: InputSpec = ["FLOAT", { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }];
export const denoiseInput: InputSpec = ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }];

/** Samples with progress and previews; gives the sampled and the last guessed batch. */
export function runSampler(
  options: Omit<SampleOptions, "onStep">,
  run: NodeRun,
): { readonly samples: LatentBatch; readonly denoised: LatentBatch } {
  const { latents } = options;
  const result = sample({
    ...options,
    onStep: (done, total, denoised) => {
      run.step(done, total, () => latentPreview({ ...latents, samples: denoised }));
    },
  });
  return {
    samples: { ...latents, samples: result.samples },
    denoised: { ...latents, samples: result.denoised },
  };
}
