// Nodes that make samplers and sigmas (noise schedules) for SamplerCustom and SamplerCustomAdvanced.

import type { TypedLink, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { invalidSettingError } from "../invalid-setting.js";
import { samplingOrigins, type SamplingPass } from "./sampling-pass.js";

type Sigmas = TypedLink<"SIGMAS">;

/** Adds KSamplerSelect. */
export const addKSamplerSelect = (graph: CoreGraphEditor, sampler: string): TypedLink<"SAMPLER"> =>
  graph.add("KSamplerSelect", { sampler_name: sampler }, { origins: samplingOrigins }).out();

/** Adds SDTurboScheduler, which takes at most 10 steps. */
export const addSdTurboScheduler = (
  graph: CoreGraphEditor,
  { steps, denoise }: Pick<Sampling, "steps" | "denoise">,
  model: TypedLink<"MODEL">,
): Sigmas => graph.add("SDTurboScheduler", { model, steps, denoise }, { origins: samplingOrigins }).out();

const addAlignYourStepsScheduler = (
  graph: CoreGraphEditor,
  { steps, denoise, alignedTo = "SDXL" }: Sampling,
): Sigmas =>
  graph
    .add(
      "AlignYourStepsScheduler",
      { model_type: alignedTo, steps, denoise },
      { origins: { ...samplingOrigins, model_type: "alignedTo" } },
    )
    .out();

const addBasicScheduler = (
  graph: CoreGraphEditor,
  { scheduler, steps, denoise }: Sampling,
  model: TypedLink<"MODEL">,
): Sigmas =>
  graph.add("BasicScheduler", { model, scheduler, steps, denoise }, { origins: samplingOrigins }).out();

/**
 * Flux2Scheduler has no input `denoise`, so the schedule is lengthened and entered late, as other schedulers do
 * internally: denoise 0.5 with 20 steps runs the last 20 of 40 steps.
 */
function addFlux2Scheduler(
  graph: CoreGraphEditor,
  { sampling, workflow }: Pick<SamplingPass, "sampling" | "workflow">,
): Sigmas {
  const { steps, denoise } = sampling;
  const { size } = graph.draft;
  if (size === undefined)
    throw new TypeError("Flux2Scheduler needs the draft's size; the phase prepare must set it");
  if (denoise <= 0) {
    const expected = "more than 0 for Flux.2";
    throw invalidSettingError({ workflow, setting: "denoise", expected, found: String(denoise) });
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

/** Adds the scheduler node that `sampling` asks for. */
export function addSigmas(graph: CoreGraphEditor, pass: Omit<SamplingPass, "latent">): Sigmas {
  const { sampling, base } = pass;
  if (sampling.sigmas === "flux2") return addFlux2Scheduler(graph, pass);
  if (sampling.scheduler === "align_your_steps") return addAlignYourStepsScheduler(graph, sampling);
  if (sampling.scheduler === "sd_turbo") return addSdTurboScheduler(graph, sampling, base.model);
  return addBasicScheduler(graph, sampling, base.model);
}
