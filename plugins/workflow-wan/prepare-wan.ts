// The phase prepare of both Wan workflows: loads the models and leaves everything else as data for later phases.

import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  inputsFromSettings,
  invalidSettingError,
  loadComponents,
  resolveComponentFiles,
  resolveSampling,
  type ModelComponents,
} from "@pictor/workflow-parts";
import type { WanImageToVideoParams, WanTextToVideoParams } from "./settings.gen.js";
import { imageToVideoComponents, textToVideoComponents, wanFamily } from "./wan-models.js";

/** Node inputs of size, length and batch, and the settings that fill them. */
export const settingByVideoInput = {
  width: "width",
  height: "height",
  length: "frames",
  batch_size: "batchSize",
} as const;

/**
 * Checks the number of frames: a Wan model makes one frame and then groups of four. Throws SETTINGS_INVALID for a number that the
 * server would silently round down.
 */
function checkFrames(frames: number, workflow: string): void {
  const lower = Math.floor((frames - 1) / 4) * 4 + 1;
  if (frames === lower) return;
  throw invalidSettingError({
    workflow,
    setting: "frames",
    expected: "a multiple of 4 plus 1",
    found: String(frames),
    advice: `Use ${lower} or ${lower + 4}.`,
  });
}

/** The prompts stay texts, so that a feature that moves the `clip` cursor affects their encoding. */
async function prepareWan(
  draft: WorkflowDraft,
  params: WanTextToVideoParams | WanImageToVideoParams,
  components: ModelComponents,
  { workflow, seed, catalog }: BuildContext,
): Promise<WorkflowDraft> {
  checkFrames(params.frames, workflow);
  const sampling = resolveSampling(params, { workflow, family: wanFamily, seed });
  const files = await resolveComponentFiles(params, components, catalog);
  return {
    ...loadComponents(draft, files, components, params),
    prompts: { positive: params.prompt, negative: params.negative },
    size: { width: params.width, height: params.height },
    sampling,
    traits: { blocks: "transformer", noise: "continuous", takesGuidance: false },
    medium: "video",
  };
}

/** Handles text to video, which starts from an empty latent. */
export async function prepareTextToVideo(
  draft: WorkflowDraft,
  context: BuildContext,
): Promise<WorkflowDraft> {
  const params = context.params as WanTextToVideoParams;
  return {
    ...(await prepareWan(draft, params, textToVideoComponents, context)),
    latent: { class: "EmptyHunyuanLatentVideo", ...inputsFromSettings(params, settingByVideoInput) },
  };
}

/** Handles image to video. Its latent is made in the phase sample, by the same node that changes the conditioning. */
export const prepareImageToVideo = (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> =>
  prepareWan(draft, context.params as WanImageToVideoParams, imageToVideoComponents, context);
