// Phase sample: encodes what nobody has encoded yet and chooses the sampler nodes.

import { edit, fault } from "@pictor/kernel/plugin";
import type { BuildContext, Link, ModelPrefix, WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";
import { withGuidance } from "./guidance.js";
import { sampleWithGuider } from "./guider-sampler.js";
import type { SamplerInputs, SamplingJob } from "./job.js";
import { sampleWithModel } from "./model-sampler.js";
import { sampleWithRefiner } from "./refiner-sampler.js";
import { startLatent, withoutHead } from "./start.js";
import { sampleWithTurbo } from "./turbo-sampler.js";

/** The cursors of one model as sampler inputs, conditioning encoded where there is none yet. */
const inputsOf = (graph: CoreGraph, prefix: ModelPrefix): SamplerInputs => ({
  model: graph.cursor(`${prefix}model`),
  positive: graph.conditioning("positive", prefix),
  negative: graph.conditioning("negative", prefix),
});

/** The base model's, with a model for this pass alone where an add-on made one. */
function firstInputs(graph: CoreGraph, workflow: string): SamplerInputs {
  const inputs = inputsOf(graph, "");
  const { firstPass } = graph.draft;
  if (firstPass === undefined) return inputs;
  const [node, output] = firstPass.from;
  if (node === inputs.model[0] && output === inputs.model[1]) return { ...inputs, model: firstPass.model };
  const reason = "an add-on behind it has changed the model, which it would not see";
  const advice = "Name it behind the add-ons that change the model.";
  throw fault("FEATURE_NOT_APPLICABLE", { feature: firstPass.by, workflow, reason, advice });
}

function sampledBy(graph: CoreGraph, job: SamplingJob): Link {
  const { sampling } = job;
  if (graph.draft.anchors["refiner.model"] !== undefined)
    return sampleWithRefiner(graph, { ...job, refiner: inputsOf(graph, "refiner.") });
  const isInParts = sampling.path === "guider" || sampling.scheduler === "align_your_steps";
  const isTurbo = sampling.scheduler === "sd_turbo";
  const sampleOne = isInParts ? sampleWithGuider : isTurbo ? sampleWithTurbo : sampleWithModel;
  return withoutHead(graph, sampleOne(graph, job), sampling);
}

/**
 * Reads the cursors and `sampling` as the add-ons before left them; the primary becomes the sampled latent. Leaves in
 * `cursors.used` what the sampler really got, and on the path `guider` its nodes in `guided`. Throws SETTINGS_INVALID
 * where a refiner cannot continue.
 */
export function sample(draft: WorkflowDraft, { workflow }: Pick<BuildContext, "workflow">): WorkflowDraft {
  const { sampling } = draft;
  if (sampling === undefined)
    throw new TypeError("the draft has no sampling; the phase prepare must come first");
  return edit(draft, (graph) => {
    const latent = startLatent(graph, sampling);
    const plain = firstInputs(graph, workflow);
    const { guidance } = sampling;
    const positive = guidance === undefined ? plain.positive : withGuidance(graph, plain.positive, guidance);
    const base = { ...plain, positive };
    const result = sampledBy(graph, { workflow, sampling, latent, base });
    const { anchors, cursors = { original: anchors } } = graph.draft;
    graph.set({
      cursors: { ...cursors, used: { ...anchors, positive } },
      primary: { link: result, type: "LATENT" },
    });
  });
}
