// Phase prepare: models, latent, and as data everything that later phases read.

import type { BuildContext, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import { emptyLatent } from "./latent.js";
import { loadModels } from "./models.js";
import type { Txt2imgParams } from "./settings.gen.js";

function samplingOf(params: Txt2imgParams, seed: bigint): Sampling {
  const { sampler, scheduler, steps, cfg, denoise, refiner, refinerSteps } = params;
  const common: Sampling = { sampler, scheduler, steps, cfg, denoise, seed };
  return refiner === undefined ? common : { ...common, refinerSteps };
}

/** The prompts stay texts here: an add-on that moves the `clip` cursor still takes part in their encoding. */
export function prepare(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const params = context.params as Txt2imgParams;
  const loaded = emptyLatent(loadModels(draft, params), params);
  return {
    ...loaded,
    cursors: { original: loaded.anchors },
    prompts: { positive: params.prompt, negative: params.negative },
    size: { width: params.width, height: params.height },
    sampling: samplingOf(params, context.seed),
  };
}
