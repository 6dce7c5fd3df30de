// Two models: the first leaves its noise unfinished and the refiner takes over at that step (KSamplerAdvanced twice).

import type { Link, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";
import { invalidSetting } from "../invalid-setting.js";
import { samplingOrigins, type SamplerInputs, type SamplingJob } from "./job.js";
import { withoutHead } from "./start.js";

/** Places on the noise schedule, in steps. */
interface Schedule {
  readonly total: number;
  readonly start: number;
  readonly handover: number;
}

const advice = "Or leave out the refiner.";
const pseudoSchedulers: readonly string[] = ["sd_turbo", "align_your_steps"];

/** Refuses what a second model cannot continue. */
function checkSampling(sampling: Sampling, workflow: string): void {
  const refuse = (setting: string, expected: string, found: string) =>
    invalidSetting({ workflow, setting, expected, found, advice });
  const { scheduler, denoise } = sampling;
  if (pseudoSchedulers.includes(scheduler))
    throw refuse("scheduler", "a scheduler that a refiner can continue", `"${scheduler}"`);
  if (sampling.path === "guider")
    throw refuse("profile", "a family that a refiner can continue", "one with sampling in parts");
  if (denoise <= 0) throw refuse("denoise", "more than 0 with a refiner", String(denoise));
}

/**
 * KSamplerAdvanced has no denoise input, so the schedule is stretched and entered late, which is what KSampler does
 * inside: denoise 0.5 over 20 steps means the last 20 of 40.
 */
function scheduleOf({ steps, refinerSteps = 0, denoise }: Sampling): Schedule {
  const used = steps + refinerSteps;
  const total = Math.floor(used / denoise);
  const start = total - used;
  return { total, start, handover: start + steps };
}

export interface RefinerJob extends SamplingJob {
  readonly refiner: SamplerInputs;
}

/** Both nodes get the same seed; only the first one adds noise. The refiner knows nothing of embedded guidance. */
export function sampleWithRefiner(graph: CoreGraph, job: RefinerJob): Link {
  const { sampling, workflow } = job;
  checkSampling(sampling, workflow);
  const { total, start, handover } = scheduleOf(sampling);
  const common = {
    noise_seed: sampling.seed,
    steps: total,
    sampler_name: sampling.sampler,
    scheduler: sampling.scheduler,
  };
  const first = graph.add(
    "KSamplerAdvanced",
    {
      ...job.base,
      ...common,
      cfg: sampling.guidance === undefined ? sampling.cfg : 1,
      latent_image: job.latent,
      add_noise: "enable",
      start_at_step: start,
      end_at_step: handover,
      return_with_leftover_noise: "enable",
    },
    { id: "Sampler", origins: { ...samplingOrigins, end_at_step: "steps" } },
  );
  const second = graph.add(
    "KSamplerAdvanced",
    {
      ...job.refiner,
      ...common,
      cfg: sampling.cfg,
      latent_image: withoutHead(graph, first.out(), sampling),
      add_noise: "disable",
      start_at_step: handover,
      end_at_step: total,
      return_with_leftover_noise: "disable",
    },
    {
      id: "Sampler_Refiner",
      origins: { ...samplingOrigins, steps: "refinerSteps", end_at_step: "refinerSteps" },
    },
  );
  return second.out();
}
