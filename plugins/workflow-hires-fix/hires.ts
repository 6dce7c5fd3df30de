// A second pass: the picture is enlarged and sampled again, with less noise.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, Link, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  notApplicable,
  requireImages,
  requireOpaque,
  sampleWithGuider,
  sampleWithModel,
  sampleWithTurbo,
  samplingOf,
  scaledBy,
  settingsOf,
  sigmasOf,
  type CoreNodes,
  type SamplingJob,
} from "@pictor/workflow-parts";
import { secondPass, type SecondPass } from "./second-pass.js";
import type { HiresFixSettings } from "./settings.gen.js";

/** A mask goes with a latent; a picture that was decoded on the way has lost it. */
function latentOf(graph: GraphEditor, wasLatent: boolean): Link {
  const samples = graph.latent();
  const { mask } = graph.draft;
  if (mask === undefined || wasLatent) return samples;
  return graph.add("SetLatentNoiseMask", { samples, mask }, { id: "HiresFix_SetLatentNoiseMask" }).out();
}

/** With the first pass's noise, guider and sampler; only the schedule is another. */
function sampleAsBefore(graph: GraphEditor, job: SamplingJob, pass: SecondPass): Link | undefined {
  const { guided } = graph.draft;
  if (guided === undefined || !pass.isAsBefore) return undefined;
  const inputs = { ...guided, sigmas: sigmasOf(graph, job), latent_image: job.latent };
  return graph.add("SamplerCustomAdvanced", inputs, { id: "HiresFix_Sampler" }).out();
}

function sampleAnew(graph: GraphEditor, job: SamplingJob): Link {
  const { path, scheduler } = job.sampling;
  if (path === "guider" || scheduler === "align_your_steps") return sampleWithGuider(graph, job);
  return scheduler === "sd_turbo" ? sampleWithTurbo(graph, job) : sampleWithModel(graph, job);
}

/** Settings of its own become data of the sampling: steps and denoise always, the others where they are given. */
/** Most steps of the pseudo scheduler sd_turbo. */
const mostTurboSteps = 10;

/** A first pass of one step, say, leaves its schedule to a second one that asks for more than there are. */
function checkSteps({ scheduler, sigmas, steps }: Sampling, context: BuildContext): void {
  if (scheduler !== "sd_turbo" || sigmas === "flux2" || steps <= mostTurboSteps) return;
  throw notApplicable(
    context,
    `it would take ${steps} steps, and the schedule sd_turbo has at most ${mostTurboSteps}`,
    "Give it fewer `steps`, or a `scheduler` of its own.",
  );
}

export function fixHires(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  requireImages(draft, context);
  requireOpaque(draft, context);
  const first = samplingOf(draft, context);
  if (draft.cursors?.used === undefined || draft.size === undefined) {
    throw notApplicable(context, "it has no first pass that could be sampled again");
  }
  const settings = settingsOf<HiresFixSettings>(context);
  const { steps, denoise, cfg = first.cfg, sampler = first.sampler, scheduler = first.scheduler } = settings;
  const { node: _node, batch: _batch, discard: _discard, ...kept } = first;
  const sampling = { ...kept, steps, denoise, cfg, sampler, scheduler };
  checkSteps(sampling, context);
  const isAsBefore = settings.inherit && cfg === first.cfg && sampler === first.sampler;
  const pass = secondPass(draft, { inherit: settings.inherit, isAsBefore });
  return edit<CoreNodes>(pass.draft, (typed) => {
    const graph = typed as unknown as GraphEditor;
    scaledBy(graph, "HiresFix", settings);
    const wasLatent = graph.draft.primary?.type === "LATENT";
    const latent = latentOf(graph, wasLatent);
    const job = { workflow: context.workflow, id: "HiresFix_Sampler", sampling, latent, base: pass.inputs };
    const sampled = sampleAsBefore(graph, job, pass) ?? sampleAnew(graph, job);
    graph.set({ primary: { link: sampled, type: "LATENT" } });
  });
}
