// The phase sample: encodes prompts that have no conditioning yet, and adds the sampler nodes.

import { edit, fault } from "@pictor/kernel/plugin";
import type { BuildContext, Link, ModelPrefix, WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { addFluxGuidance } from "../sampling/flux-guidance.js";
import { sampleWithRefiner } from "../sampling/refiner-sampler.js";
import { samplePass } from "../sampling/sample-pass.js";
import type { SamplerInputs, SamplingPass } from "../sampling/sampling-pass.js";
import { addStartLatent, dropLeadingLatents } from "../sampling/start-latent.js";

/** The links of one model. A prompt that has no conditioning yet is encoded. */
const samplerInputs = (graph: CoreGraphEditor, prefix: ModelPrefix): SamplerInputs => ({
  model: graph.cursor(`${prefix}model`),
  positive: graph.conditioning("positive", prefix),
  negative: graph.conditioning("negative", prefix),
});

/** The links of the base model. A model that a feature made for the first pass alone replaces the model link. */
function firstPassInputs(graph: CoreGraphEditor, workflow: string): SamplerInputs {
  const inputs = samplerInputs(graph, "");
  const { firstPass } = graph.draft;
  if (firstPass === undefined) return inputs;
  const [node, output] = firstPass.from;
  if (node === inputs.model[0] && output === inputs.model[1]) return { ...inputs, model: firstPass.model };
  const reason = "a later feature has changed the model, and that change would be lost";
  const advice = "Name the feature after those that change the model.";
  throw fault("FEATURE_NOT_APPLICABLE", { feature: firstPass.by, workflow, reason, advice });
}

function addSamplers(graph: CoreGraphEditor, pass: SamplingPass): Link {
  if (graph.draft.anchors["refiner.model"] !== undefined)
    return sampleWithRefiner(graph, { ...pass, refiner: samplerInputs(graph, "refiner.") });
  return dropLeadingLatents(graph, samplePass(graph, pass), pass.sampling);
}

/**
 * Samples with the cursors and the `sampling` that earlier features left; the sampled latent becomes the primary.
 * `cursors.used` records the links that the sampler uses, and `guiderNodes` the sampler's nodes on the path `guider`.
 * Throws SETTINGS_INVALID for settings that a refiner cannot continue.
 */
export function sample(draft: WorkflowDraft, { workflow }: Pick<BuildContext, "workflow">): WorkflowDraft {
  const { sampling } = draft;
  if (sampling === undefined)
    throw new TypeError("the draft has no sampling; the phase prepare must come first");
  return edit(draft, (graph) => {
    const latent = addStartLatent(graph, sampling);
    const inputs = firstPassInputs(graph, workflow);
    const { guidance } = sampling;
    const positive =
      guidance === undefined ? inputs.positive : addFluxGuidance(graph, inputs.positive, guidance);
    const base = { ...inputs, positive };
    const sampled = addSamplers(graph, { workflow, sampling, latent, base });
    const { anchors, cursors = { original: anchors } } = graph.draft;
    graph.set({
      cursors: { ...cursors, used: { ...anchors, positive } },
      primary: { link: sampled, type: "LATENT" },
    });
  });
}
