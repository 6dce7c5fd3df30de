// Samples latents with progress and previews, for all nodes that sample.
import { encodeJpeg } from "@pictor/images";
import { latentPreview, type SampledLatents, sampleLatents } from "@pictor/simulated-sampler";
import type { NodeRun } from "@pictor/comfyui-graph";

/** Returns the sampled batch and the last denoised estimate. */
export function runSampler(
  options: Omit<Parameters<typeof sampleLatents>[0], "onStep" | "check">,
  run: NodeRun,
): SampledLatents {
  return sampleLatents({
    ...options,
    check: run.check,
    onStep: (done, total, denoised) => run.step(done, total, () => encodeJpeg(latentPreview(denoised))),
  });
}
