// Chooses the model and conditioning of the second pass: the first pass's, or the ones that the template loaded.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, ModelPrefix, WorkflowDraft } from "@pictor/kernel/plugin";
import { addFluxGuidance, type SamplerInputs } from "@pictor/workflow-parts";

/** The inputs of the second pass. */
export interface InheritedInputs {
  /** The draft, with nodes for prompts that had to be encoded again. */
  readonly draft: WorkflowDraft;
  readonly inputs: SamplerInputs;
}

/** The prefix of the second pass's cursors: that of the refiner if there is one, because the refiner finished the image. */
const lastModelPrefix = (anchors: Anchors): ModelPrefix =>
  anchors["refiner.model"] === undefined ? "" : "refiner.";

const withoutConditioning = ({
  positive: _positive,
  negative: _negative,
  "refiner.positive": _refinerPositive,
  "refiner.negative": _refinerNegative,
  ...rest
}: Anchors): Anchors => rest;

/**
 * With `inherit`, returns the links that the first sampler used; otherwise the original cursors, with the prompts
 * encoded again. The draft's cursors do not move, so that later features continue from the first pass.
 */
export function inheritInputs(draft: WorkflowDraft, inherit: boolean): InheritedInputs {
  const { anchors, cursors, sampling } = draft;
  const inherited: Anchors = inherit
    ? (cursors?.used ?? anchors)
    : withoutConditioning(cursors?.original ?? anchors);
  const prefix = lastModelPrefix(inherited);
  const found: SamplerInputs[] = [];
  const changed = edit({ ...draft, anchors: inherited }, (graph) => {
    const conditioning = graph.conditioning("positive", prefix);
    const guidance = inherit || prefix !== "" ? undefined : sampling?.guidance;
    found.push({
      model: graph.cursor(`${prefix}model`),
      positive: guidance === undefined ? conditioning : addFluxGuidance(graph, conditioning, guidance),
      negative: graph.conditioning("negative", prefix),
    });
  });
  const [inputs] = found;
  if (inputs === undefined) throw new TypeError("the second pass has no inputs");
  return { draft: { ...changed, anchors }, inputs };
}
