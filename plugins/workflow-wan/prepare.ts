// Phase prepare of both workflows: models, prompts, and as data everything that later phases read.

import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { chosenSampling, familyFiles, loadFamily, type Family } from "@pictor/workflow-parts";
import { imageFamily, profile, textFamily } from "./family.js";
import { checkFrames } from "./frames.js";
import type { WanImageToVideoParams, WanTextToVideoParams } from "./settings.gen.js";

/** The prompts stay texts: an add-on that moves the `clip` cursor still takes part in their encoding. */
async function prepared(
  draft: WorkflowDraft,
  params: WanTextToVideoParams | WanImageToVideoParams,
  family: Family,
  { workflow, seed, catalog }: BuildContext,
): Promise<WorkflowDraft> {
  checkFrames(params.frames, workflow);
  const sampling = chosenSampling(params, { workflow, profile, seed });
  const files = await familyFiles(params, family, catalog);
  return {
    ...loadFamily(draft, files, family, params),
    prompts: { positive: params.prompt, negative: params.negative },
    size: { width: params.width, height: params.height },
    sampling,
    traits: { blocks: "transformer", noise: "continuous", takesGuidance: false },
    medium: "video",
  };
}

/** Of a film from text: the film starts from an empty latent. */
export async function prepareText(draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> {
  const params = context.params as WanTextToVideoParams;
  const { width, height, frames, batchSize } = params;
  return {
    ...(await prepared(draft, params, textFamily, context)),
    latent: {
      class: "EmptyHunyuanLatentVideo",
      inputs: { width, height, length: frames, batch_size: batchSize },
      origins: { width: "width", height: "height", length: "frames", batch_size: "batchSize" },
    },
  };
}

/** Of a film from a picture: what it starts from is made of its conditioning, so by the phase `sample`. */
export const prepareImage = (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> =>
  prepared(draft, context.params as WanImageToVideoParams, imageFamily, context);
