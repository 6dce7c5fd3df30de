// The phase prepare of the workflow `svd`: the model makes conditioning and an empty latent of all frames from the image.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Files, GraphEditor, InputFile, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  inputsFromSettings,
  invalidSettingError,
  loadImage,
  resolveSampling,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { SvdParams } from "./settings.gen.js";

const family = {
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "euler", scheduler: "karras", steps: 20, cfg: 2.5 },
} as const;

/** The model treats the latents of a batch as the frames of one video, so a run makes one video. */
function requireOneVideo({ batchSize }: SvdParams, workflow: string): void {
  if (batchSize === 1) return;
  throw invalidSettingError({
    workflow,
    setting: "batchSize",
    expected: "1, because the model treats a batch as the frames of one video",
    found: String(batchSize),
    advice: "For several videos run several batches: each has a seed of its own.",
  });
}

/** Loads the model with classifier-free guidance that grows from `minCfg` at the first frame to `cfg` at the last. */
function loadModel(graph: GraphEditor<CoreNodes>, { model: file, minCfg }: SvdParams) {
  const loader = graph.add(
    "ImageOnlyCheckpointLoader",
    { ckpt_name: file },
    { origins: { ckpt_name: "model" } },
  );
  const guided = graph.add(
    "VideoLinearCFGGuidance",
    { model: loader.out(0), min_cfg: minCfg },
    { id: "LinearCfgGuidance", origins: { min_cfg: "minCfg" } },
  );
  return { model: guided.out(), clipVision: loader.out(1), vae: loader.out(2) };
}

function addVideoConditioning(graph: GraphEditor<CoreNodes>, params: SvdParams, file: InputFile): void {
  const { model, clipVision, vae } = loadModel(graph, params);
  const { image } = loadImage(graph, file, { setting: "image" });
  const { width, height, fps, modelFps = Math.max(1, Math.round(fps)) } = params;
  const { inputs, origins } = inputsFromSettings(params, {
    width: "width",
    height: "height",
    video_frames: "frames",
    motion_bucket_id: "motion",
    augmentation_level: "augmentation",
  });
  const conditioned = graph.add(
    "SVD_img2vid_Conditioning",
    { clip_vision: clipVision, init_image: image, vae, ...inputs, fps: modelFps },
    {
      id: "SvdImgToVidConditioning",
      origins: { ...origins, fps: params.modelFps === undefined ? "fps" : "modelFps" },
    },
  );
  graph.move({ model, vae, positive: conditioned.out(0), negative: conditioned.out(1) });
  graph.set({ primary: { link: conditioned.out(2), type: "LATENT" }, size: { width, height } });
}

/** Creates the handler. The model takes no prompts. Rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const createSvdPrepare =
  (files: Pick<Files, "input">) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const { workflow, seed, signal } = context;
    const params = context.params as SvdParams;
    requireOneVideo(params, workflow);
    const file = await files.input(params.image, signal);
    const loaded = edit<CoreNodes>(draft, (graph) => addVideoConditioning(graph, params, file));
    return {
      ...loaded,
      cursors: { original: loaded.anchors },
      sampling: { ...resolveSampling(params, { workflow, family, seed }), alignedTo: "SVD" },
      traits: { blocks: "unet", noise: "continuous", takesGuidance: false, hasOwnGuidance: true },
      medium: "video",
    };
  };
