// Two models: the first leaves its noise unfinished and the refiner takes over at that step (KSamplerAdvanced twice).

import { addNode, fault, link } from "@pictor/kernel/plugin";
import type { Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import type { Sampled, SamplerInputs, SamplingJob } from "./sampler.js";

const invalid = (setting: string, expected: string, found: string) =>
  fault("SETTINGS_INVALID", {
    where: "the workflow txt2img",
    pointer: `#/${setting}`,
    expected,
    found,
    suggestion: " Or leave out the refiner.",
  });

/** Places on the noise schedule, in steps. */
interface Schedule {
  readonly total: number;
  readonly start: number;
  readonly handover: number;
}

/**
 * KSamplerAdvanced has no denoise input, so the schedule is stretched and entered late, which is what KSampler does
 * inside: denoise 0.5 over 20 steps means the last 20 of 40.
 */
export function scheduleOf(sampling: Sampling): Schedule {
  if (sampling.scheduler === "sd_turbo") {
    throw invalid("scheduler", "a scheduler that a refiner can continue", '"sd_turbo"');
  }
  if (sampling.denoise <= 0) throw invalid("denoise", "more than 0 with a refiner", String(sampling.denoise));
  const used = sampling.steps + (sampling.refinerSteps ?? 0);
  const total = Math.floor(used / sampling.denoise);
  const start = total - used;
  return { total, start, handover: start + sampling.steps };
}

export interface RefinerJob extends SamplingJob {
  readonly refiner: SamplerInputs;
}

/** Both nodes get the same seed; only the first one adds noise. */
export function sampleWithRefiner(draft: WorkflowDraft, job: RefinerJob): Sampled {
  const { sampling } = job;
  const { total, start, handover } = scheduleOf(sampling);
  const common = {
    noise_seed: sampling.seed,
    steps: total,
    cfg: sampling.cfg,
    sampler_name: sampling.sampler,
    scheduler: sampling.scheduler,
  };
  const origins = { noise_seed: "seed", cfg: "cfg", sampler_name: "sampler", scheduler: "scheduler" };
  const first = addNode(draft, {
    id: "Sampler",
    class: "KSamplerAdvanced",
    inputs: {
      ...job.base,
      ...common,
      latent_image: job.latent,
      add_noise: "enable",
      start_at_step: start,
      end_at_step: handover,
      return_with_leftover_noise: "enable",
    },
    origins: { ...origins, steps: "steps", end_at_step: "steps" },
  });
  const second = addNode(first.draft, {
    id: "Sampler_Refiner",
    class: "KSamplerAdvanced",
    inputs: {
      ...job.refiner,
      ...common,
      latent_image: link(first.id),
      add_noise: "disable",
      start_at_step: handover,
      end_at_step: total,
      return_with_leftover_noise: "disable",
    },
    origins: { ...origins, steps: "refinerSteps", end_at_step: "refinerSteps" },
  });
  return { draft: second.draft, latent: link(second.id) };
}
