// Phase prepare: model, picture, and what the model makes of it, as conditioning and as the film's empty latent.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Files, GraphEditor, InputFile, WorkflowDraft } from "@pictor/kernel/plugin";
import { chosenSampling, invalidSetting, loadPicture } from "@pictor/workflow-parts";
import type { CoreNodes } from "@pictor/workflow-parts";
import type { SvdParams } from "./settings.gen.js";

const profile = {
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "euler", scheduler: "karras", steps: 20, cfg: 2.5 },
} as const;

/** The model takes the latents of a batch for the frames of one film, so there is no room for a second film. */
function requireOneFilm({ batchSize }: SvdParams, workflow: string): void {
  if (batchSize === 1) return;
  throw invalidSetting({
    workflow,
    setting: "batchSize",
    expected: "1, because the model takes a batch for the frames of one film",
    found: String(batchSize),
    advice: "For several films run several batches: each has a seed of its own.",
  });
}

/** Classifier-free guidance grows from `minCfg` at the first frame to `cfg` at the last. */
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

function film(graph: GraphEditor<CoreNodes>, params: SvdParams, picture: InputFile): void {
  const { model, clipVision, vae } = loadModel(graph, params);
  const { image } = loadPicture(graph, picture, { setting: "image" });
  const {
    width,
    height,
    frames,
    motion,
    fps,
    modelFps = Math.max(1, Math.round(fps)),
    augmentation,
  } = params;
  const conditioned = graph.add(
    "SVD_img2vid_Conditioning",
    {
      clip_vision: clipVision,
      init_image: image,
      vae,
      width,
      height,
      video_frames: frames,
      motion_bucket_id: motion,
      fps: modelFps,
      augmentation_level: augmentation,
    },
    {
      id: "SvdImgToVidConditioning",
      origins: {
        width: "width",
        height: "height",
        video_frames: "frames",
        motion_bucket_id: "motion",
        fps: params.modelFps === undefined ? "fps" : "modelFps",
        augmentation_level: "augmentation",
      },
    },
  );
  graph.move({ model, vae, positive: conditioned.out(0), negative: conditioned.out(1) });
  graph.set({ primary: { link: conditioned.out(2), type: "LATENT" }, size: { width, height } });
}

/** There are no prompts: the picture is all that the model is told. Rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const prepareWith =
  (files: Pick<Files, "input">) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const { workflow, seed, signal } = context;
    const params = context.params as SvdParams;
    requireOneFilm(params, workflow);
    const picture = await files.input(params.image, signal);
    const loaded = edit<CoreNodes>(draft, (graph) => {
      film(graph, params, picture);
    });
    return {
      ...loaded,
      cursors: { original: loaded.anchors },
      sampling: { ...chosenSampling(params, { workflow, profile, seed }), alignedTo: "SVD" },
      traits: { blocks: "unet", noise: "continuous", takesGuidance: false, hasOwnGuidance: true },
      medium: "video",
    };
  };
