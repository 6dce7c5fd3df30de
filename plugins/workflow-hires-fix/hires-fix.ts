// The feature `hires-fix`: a second pass, which enlarges the image and samples it again with less noise.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, Link, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  addSigmas,
  featureSettings,
  isUnitScale,
  notApplicableError,
  readSampler,
  requireOpaqueImage,
  requireSampling,
  requireStillImages,
  samplePass,
  scaleByFactor,
  type CoreNodes,
  type SamplingPass,
} from "@pictor/workflow-parts";
import { inheritInputs } from "./inherit-inputs.js";
import type { HiresFixSettings } from "./settings.gen.js";

/** A latent keeps its mask; an image that was decoded for scaling has lost it, so the mask is set again. */
function addMaskedLatent(graph: GraphEditor<CoreNodes>, wasLatent: boolean): Link {
  const samples = graph.latent();
  const { mask } = graph.draft;
  if (mask === undefined || wasLatent) return samples;
  return graph.add("SetLatentNoiseMask", { samples, mask }, { id: "HiresFix_SetLatentNoiseMask" }).out();
}

/** Uses the first pass's noise, guider and sampler again with new sigmas; undefined if that pass had no such nodes. */
function resampleWithGuider(graph: GraphEditor<CoreNodes>, pass: SamplingPass): Link | undefined {
  const { guiderNodes } = graph.draft;
  if (guiderNodes === undefined) return undefined;
  const inputs = { ...guiderNodes, sigmas: addSigmas(graph, pass), latent_image: pass.latent };
  return graph.add("SamplerCustomAdvanced", inputs, { id: "HiresFix_Sampler" }).out();
}

/** The largest number of steps that the scheduler sd_turbo takes. */
const maxTurboSteps = 10;

/** Refuses the inherited scheduler sd_turbo with more steps than it takes. */
function checkSteps({ scheduler, sigmas, steps }: Sampling, context: BuildContext): void {
  if (scheduler !== "sd_turbo" || sigmas === "flux2" || steps <= maxTurboSteps) return;
  throw notApplicableError(
    context,
    `the second pass would take ${steps} steps, and the scheduler sd_turbo takes at most ${maxTurboSteps}`,
    "Set fewer `steps`, or another `scheduler` for the second pass.",
  );
}

/** Adds the second pass; absent settings are taken from the first pass. */
export function applyHiresFix(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  requireStillImages(draft, context);
  requireOpaqueImage(draft, context);
  const first = requireSampling(draft, context);
  if (draft.cursors?.used === undefined || draft.size === undefined) {
    throw notApplicableError(context, "the workflow has no first pass that could be sampled again");
  }
  const settings = readSampler(featureSettings<HiresFixSettings>(context));
  const {
    steps,
    denoise,
    cfg = first.cfg,
    sampler = first.sampler,
    scheduler = first.scheduler,
    inherit,
  } = settings;
  const { node: _node, batch: _batch, discard: _discard, ...kept } = first;
  const sampling = { ...kept, steps, denoise, cfg, sampler, scheduler };
  checkSteps(sampling, context);
  const canReuseGuider = inherit && cfg === first.cfg && sampler === first.sampler;
  const inherited = inheritInputs(draft, inherit);
  return edit<CoreNodes>(inherited.draft, (graph) => {
    if (!isUnitScale(settings.scale)) scaleByFactor(graph, "HiresFix", settings);
    const wasLatent = graph.draft.primary?.type === "LATENT";
    const latent = addMaskedLatent(graph, wasLatent);
    const { workflow } = context;
    const pass = { workflow, id: "HiresFix_Sampler", sampling, latent, base: inherited.inputs };
    const reused = canReuseGuider ? resampleWithGuider(graph, pass) : undefined;
    graph.set({ primary: { link: reused ?? samplePass(graph, pass), type: "LATENT" } });
  });
}
