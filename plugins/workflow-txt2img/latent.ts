// The empty latent that sampling starts from, and the choice of one picture out of its batch.

import { addNode, fault, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import type { Txt2imgParams } from "./settings.gen.js";

/**
 * Keeps one picture of the batch. The batch is made whole first, so that the picture gets the noise it had among the
 * others; its index counts from 1 for people and from 0 for the node.
 */
function pick(draft: WorkflowDraft, params: Txt2imgParams): WorkflowDraft {
  if (draft.primary === undefined || params.batchIndex === 0) return draft;
  if (params.batchIndex > params.batchSize) {
    // The node itself would silently give the last picture instead.
    throw fault("SETTINGS_INVALID", {
      where: "the workflow txt2img",
      pointer: "#/batchIndex",
      expected: `at most batchSize (${params.batchSize})`,
      found: String(params.batchIndex),
      suggestion: "",
    });
  }
  const added = addNode(draft, {
    id: "LatentFromBatch",
    class: "LatentFromBatch",
    inputs: { samples: draft.primary.link, batch_index: params.batchIndex - 1, length: 1 },
    origins: { batch_index: "batchIndex" },
  });
  return { ...added.draft, primary: { link: link(added.id), type: "LATENT" } };
}

/** Makes the primary a latent of `width` x `height` pixels with room for `batchSize` pictures, or for one of them. */
export function emptyLatent(draft: WorkflowDraft, params: Txt2imgParams): WorkflowDraft {
  const added = addNode(draft, {
    id: "EmptyLatentImage",
    class: "EmptyLatentImage",
    inputs: { width: params.width, height: params.height, batch_size: params.batchSize },
    origins: { width: "width", height: "height", batch_size: "batchSize" },
  });
  return pick({ ...added.draft, primary: { link: link(added.id), type: "LATENT" } }, params);
}
