// Which model and conditioning a second pass takes: those of the first, or those before any add-on.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, ModelPrefix, WorkflowDraft } from "@pictor/kernel/plugin";
import { withGuidance, type SamplerInputs } from "@pictor/workflow-parts";

export interface Inheritance {
  /** Model and conditioning as the sampler used them. */
  readonly inherit: boolean;
  /** Nothing is different but size, steps and denoise. */
  readonly isAsBefore: boolean;
}
export interface SecondPass {
  /** With nodes for conditioning where it had to be encoded anew. */
  readonly draft: WorkflowDraft;
  readonly inputs: SamplerInputs;
  readonly isAsBefore: boolean;
}

/** The model that finished the picture. */
const prefixOf = (anchors: Anchors): ModelPrefix =>
  anchors["refiner.model"] === undefined ? "" : "refiner.";

const withoutConditioning = ({
  positive: _positive,
  negative: _negative,
  "refiner.positive": _refinerPositive,
  "refiner.negative": _refinerNegative,
  ...rest
}: Anchors): Anchors => rest;

/** Cursors are borrowed for it and put back: what comes later goes on from where the first pass was. */
export function secondPass(draft: WorkflowDraft, { inherit, isAsBefore }: Inheritance): SecondPass {
  const { anchors, cursors, sampling } = draft;
  const borrowed: Anchors = inherit
    ? (cursors?.used ?? anchors)
    : withoutConditioning(cursors?.original ?? anchors);
  const prefix = prefixOf(borrowed);
  const found: SamplerInputs[] = [];
  const changed = edit({ ...draft, anchors: borrowed }, (graph) => {
    const plain = graph.conditioning("positive", prefix);
    const guidance = inherit || prefix !== "" ? undefined : sampling?.guidance;
    found.push({
      model: graph.cursor(`${prefix}model`),
      positive: guidance === undefined ? plain : withGuidance(graph, plain, guidance),
      negative: graph.conditioning("negative", prefix),
    });
  });
  const [inputs] = found;
  if (inputs === undefined) throw new TypeError("the second pass has no inputs");
  return { draft: { ...changed, anchors }, inputs, isAsBefore };
}
