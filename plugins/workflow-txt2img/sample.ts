// Phase sample: encodes what nobody has encoded yet and chooses the sampler nodes.

import { conditioning, encoded } from "@pictor/kernel/plugin";
import type { Link, WorkflowDraft } from "@pictor/kernel/plugin";
import { sampleWithModel } from "./model-sampler.js";
import { sampleWithRefiner } from "./refiner-sampler.js";
import type { Sampled, SamplerInputs } from "./sampler.js";
import { sampleWithTurbo } from "./turbo-sampler.js";

/** The cursors of one model as sampler inputs, conditioning encoded where there is none yet. */
function inputsOf(draft: WorkflowDraft, model: "" | "refiner.", found: Link) {
  const positive = conditioning(draft, "positive", model);
  const negative = conditioning(positive.draft, "negative", model);
  return {
    draft: negative.draft,
    inputs: { model: found, positive: positive.link, negative: negative.link } satisfies SamplerInputs,
  };
}

function sampled(draft: WorkflowDraft): Sampled {
  const { sampling, anchors } = draft;
  if (sampling === undefined || anchors.model === undefined) {
    throw new TypeError("the draft has no sampling or no model cursor; the phase prepare must come first");
  }
  const latent = encoded(draft);
  const base = inputsOf(latent.draft, "", anchors.model);
  const job = { sampling, latent: latent.link };
  if (anchors["refiner.model"] !== undefined) {
    const refiner = inputsOf(base.draft, "refiner.", anchors["refiner.model"]);
    return sampleWithRefiner(refiner.draft, { ...job, base: base.inputs, refiner: refiner.inputs });
  }
  const sampleOne = sampling.scheduler === "sd_turbo" ? sampleWithTurbo : sampleWithModel;
  return sampleOne(base.draft, { ...job, base: base.inputs });
}

/** Reads the cursors and `sampling` as the add-ons before left them; the primary becomes the sampled latent. */
export function sample(draft: WorkflowDraft): WorkflowDraft {
  const result = sampled(draft);
  const { anchors, cursors = { original: draft.anchors } } = result.draft;
  return {
    ...result.draft,
    cursors: { ...cursors, used: anchors },
    primary: { link: result.latent, type: "LATENT" },
  };
}
