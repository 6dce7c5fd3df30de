// The call that all sampling nodes end in: progress, previews, and what is left of pictures below.
import { latentPreview, rework, type Sampled } from "@pictor/simulated-sampler";
import type { NodeRun } from "@pictor/comfyui-graph";

/** Samples with progress and previews; gives the sampled and the last guessed batch. */
export function runSampler(
  options: Omit<Parameters<typeof rework>[0], "onStep" | "check">,
  run: NodeRun,
): Sampled {
  return rework({
    ...options,
    check: run.check,
    onStep: (done, total, denoised) => {
      run.step(done, total, () => latentPreview(denoised));
    },
  });
}
