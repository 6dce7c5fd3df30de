// Sampling with two models by two KSamplerAdvanced nodes: the refiner finishes the latent that the base model leaves noisy.

import type { Link, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { invalidSettingError } from "../invalid-setting.js";
import { effectiveCfg } from "./flux-guidance.js";
import { samplingOrigins, type SamplerInputs, type SamplingPass } from "./sampling-pass.js";
import { dropLeadingLatents } from "./start-latent.js";

/** Steps of the shared noise schedule: the base model runs from `start` to `handover`, the refiner to `total`. */
interface RefinerSchedule {
  readonly total: number;
  readonly start: number;
  readonly handover: number;
}

const advice = "Or leave out the refiner.";
const pseudoSchedulers: readonly string[] = ["sd_turbo", "align_your_steps"];

/** Checks the sampling settings. Throws for those that a refiner cannot continue. */
function checkSampling(sampling: Sampling, workflow: string): void {
  const invalid = (setting: string, expected: string, found: string) =>
    invalidSettingError({ workflow, setting, expected, found, advice });
  const { scheduler, denoise } = sampling;
  if (pseudoSchedulers.includes(scheduler))
    throw invalid("scheduler", "a scheduler that a refiner can continue", `"${scheduler}"`);
  if (sampling.path === "guider")
    throw invalid(
      "family",
      "a family that a refiner can continue",
      "one that is sampled by SamplerCustomAdvanced",
    );
  if (denoise <= 0) throw invalid("denoise", "more than 0 with a refiner", String(denoise));
}

/**
 * KSamplerAdvanced has no input `denoise`, so the schedule is lengthened and entered late, as KSampler does internally:
 * denoise 0.5 with 20 steps runs the last 20 of 40 steps.
 */
function planSchedule({ steps, refinerSteps = 0, denoise }: Sampling): RefinerSchedule {
  const used = steps + refinerSteps;
  const total = Math.floor(used / denoise);
  const start = total - used;
  return { total, start, handover: start + steps };
}

/** A pass that a refiner finishes. */
export interface RefinerPass extends SamplingPass {
  /** The refiner's links. */
  readonly refiner: SamplerInputs;
}

/**
 * Both nodes get the same seed, and only the first one adds noise. The refiner uses the plain cfg, because it takes no
 * embedded guidance.
 */
export function sampleWithRefiner(graph: CoreGraphEditor, pass: RefinerPass): Link {
  const { sampling, workflow } = pass;
  checkSampling(sampling, workflow);
  const { total, start, handover } = planSchedule(sampling);
  const common = {
    noise_seed: sampling.seed,
    steps: total,
    sampler_name: sampling.sampler,
    scheduler: sampling.scheduler,
  };
  const first = graph.add(
    "KSamplerAdvanced",
    {
      ...pass.base,
      ...common,
      cfg: effectiveCfg(sampling),
      latent_image: pass.latent,
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
      ...pass.refiner,
      ...common,
      cfg: sampling.cfg,
      latent_image: dropLeadingLatents(graph, first.out(), sampling),
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
