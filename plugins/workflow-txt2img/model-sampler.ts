// One model and one of the backend's schedulers: KSampler.

import { addNode, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import type { Sampled, SamplingJob } from "./sampler.js";

export function sampleWithModel(draft: WorkflowDraft, { sampling, latent, base }: SamplingJob): Sampled {
  const { seed, steps, cfg, sampler, scheduler, denoise } = sampling;
  const added = addNode(draft, {
    id: "Sampler",
    class: "KSampler",
    inputs: { ...base, latent_image: latent, seed, steps, cfg, sampler_name: sampler, scheduler, denoise },
    origins: {
      seed: "seed",
      steps: "steps",
      cfg: "cfg",
      sampler_name: "sampler",
      scheduler: "scheduler",
      denoise: "denoise",
    },
  });
  return { draft: added.draft, latent: link(added.id) };
}
