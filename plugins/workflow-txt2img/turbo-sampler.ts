// The pseudo scheduler sd_turbo: no scheduler of KSampler's list, but a node of its own that feeds SamplerCustom.

import { addNode, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import type { Sampled, SamplingJob } from "./sampler.js";

export function sampleWithTurbo(draft: WorkflowDraft, { sampling, latent, base }: SamplingJob): Sampled {
  const select = addNode(draft, {
    id: "KSamplerSelect",
    class: "KSamplerSelect",
    inputs: { sampler_name: sampling.sampler },
    origins: { sampler_name: "sampler" },
  });
  const scheduler = addNode(select.draft, {
    id: "SDTurboScheduler",
    class: "SDTurboScheduler",
    inputs: { model: base.model, steps: sampling.steps, denoise: sampling.denoise },
    origins: { steps: "steps", denoise: "denoise" },
  });
  const added = addNode(scheduler.draft, {
    id: "Sampler",
    class: "SamplerCustom",
    inputs: {
      ...base,
      latent_image: latent,
      add_noise: true,
      noise_seed: sampling.seed,
      cfg: sampling.cfg,
      sampler: link(select.id),
      sigmas: link(scheduler.id),
    },
    origins: { noise_seed: "seed", cfg: "cfg" },
  });
  return { draft: added.draft, latent: link(added.id) };
}
