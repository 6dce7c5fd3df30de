// Samplers and noise schedules as nodes of their own, for sampling on the path `guider`.

import type { LinkOf, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";
import { invalidSetting } from "../invalid-setting.js";
import { samplingOrigins, type SamplingJob } from "./job.js";

type Sigmas = LinkOf<"SIGMAS">;

export const selectSampler = (graph: CoreGraph, sampler: string): LinkOf<"SAMPLER"> =>
  graph.add("KSamplerSelect", { sampler_name: sampler }, { origins: samplingOrigins }).out();

type Schedule = Pick<Sampling, "steps" | "denoise">;

/** The pseudo scheduler sd_turbo; at most 10 steps. */
export const turboSigmas = (graph: CoreGraph, { steps, denoise }: Schedule, model: LinkOf<"MODEL">): Sigmas =>
  graph.add("SDTurboScheduler", { model, steps, denoise }, { origins: samplingOrigins }).out();

/** The pseudo scheduler align_your_steps, by the table of one family of models. */
export const alignedSigmas = (
  graph: CoreGraph,
  { steps, denoise, alignedTo = "SDXL" }: Schedule & Pick<Sampling, "alignedTo">,
): Sigmas =>
  graph
    .add(
      "AlignYourStepsScheduler",
      { model_type: alignedTo, steps, denoise },
      { origins: { ...samplingOrigins, model_type: "alignedTo" } },
    )
    .out();

const schedulerSigmas = (
  graph: CoreGraph,
  { scheduler, steps, denoise }: Sampling,
  model: LinkOf<"MODEL">,
): Sigmas =>
  graph.add("BasicScheduler", { model, scheduler, steps, denoise }, { origins: samplingOrigins }).out();

/**
 * Flux2Scheduler takes no denoise, so a longer schedule is entered late, which is what the other schedulers do inside:
 * denoise 0.5 over 20 steps means the last 20 of 40.
 */
function flux2Sigmas(graph: CoreGraph, { sampling, workflow }: Pick<SamplingJob, "sampling" | "workflow">) {
  const { steps, denoise } = sampling;
  const { size } = graph.draft;
  if (size === undefined) throw new TypeError("Flux2Scheduler needs the draft's size; prepare must set it");
  if (denoise <= 0) {
    const expected = "more than 0 for Flux.2";
    throw invalidSetting({ workflow, setting: "denoise", expected, found: String(denoise) });
  }
  const total = Math.floor(steps / denoise);
  const scheduler = graph.add(
    "Flux2Scheduler",
    { steps: total, width: size.width, height: size.height },
    { origins: { ...samplingOrigins, width: "width", height: "height" } },
  );
  if (total === steps) return scheduler.out();
  const origins = { step: "denoise" };
  return graph.add("SplitSigmas", { sigmas: scheduler.out(), step: total - steps }, { origins }).out(1);
}

/** The schedule that `sampling` asks for. */
export function sigmasOf(graph: CoreGraph, job: Omit<SamplingJob, "latent">): Sigmas {
  const { sampling, base } = job;
  if (sampling.sigmas === "flux2") return flux2Sigmas(graph, job);
  if (sampling.scheduler === "align_your_steps") return alignedSigmas(graph, sampling);
  if (sampling.scheduler === "sd_turbo") return turboSigmas(graph, sampling, base.model);
  return schedulerSigmas(graph, sampling, base.model);
}
