// The phase sample of `wan-image-to-video`: adds the image to the conditioning that earlier features left, then samples.

import { edit } from "@pictor/kernel/plugin";
import type {
  BuildContext,
  Files,
  GraphEditor,
  InputFile,
  TypedLink,
  Sampling,
  WorkflowDraft,
} from "@pictor/kernel/plugin";
import {
  findModelFile,
  inputsFromSettings,
  loadImage,
  omitGivenSettings,
  sample,
  type CoreNodes,
} from "@pictor/workflow-parts";
import { settingByVideoInput } from "./prepare-wan.js";
import type { WanImageToVideoParams } from "./settings.gen.js";

/** Wan 2.1 also takes the image as a CLIP vision model encodes it; Wan 2.2 does not (`clipVision` is `none`). */
async function findClipVision(
  { clipVision }: WanImageToVideoParams,
  catalog: BuildContext["catalog"],
): Promise<string | undefined> {
  if (clipVision === "none") return undefined;
  if (clipVision !== undefined) return clipVision;
  const input = ["CLIPVisionLoader", "clip_name"] as const;
  return findModelFile(["clip_vision_h", "clip_vision"], await catalog({ classes: [input[0]] }), input);
}

function encodeClipVision(graph: GraphEditor<CoreNodes>, file: string, image: TypedLink<"IMAGE">) {
  const origins = { clip_name: "clipVision" };
  const loader = graph.add("CLIPVisionLoader", { clip_name: file }, { origins });
  return graph.add("CLIPVisionEncode", { clip_vision: loader.out(), image, crop: "none" }).out();
}

/** Adds WanImageToVideo, whose latent for the whole batch becomes the primary. */
function conditionOnImage(
  graph: GraphEditor<CoreNodes>,
  params: WanImageToVideoParams,
  file: InputFile,
  clipVision: string | undefined,
): void {
  const { image } = loadImage(graph, file, { setting: "image" });
  const { inputs, origins } = inputsFromSettings(params, settingByVideoInput);
  const conditioned = graph.add(
    "WanImageToVideo",
    {
      positive: graph.conditioning("positive"),
      negative: graph.conditioning("negative"),
      vae: graph.cursor("vae"),
      clip_vision_output: clipVision === undefined ? undefined : encodeClipVision(graph, clipVision, image),
      start_image: image,
      ...inputs,
    },
    { origins },
  );
  graph.move({ positive: conditioned.out(0), negative: conditioned.out(1) });
  graph.set({ primary: { link: conditioned.out(2), type: "LATENT" } });
}

/** The latent has the batch's size already, so sampling must not repeat it; it may still pick one video. */
function withoutRepeating({ batch, ...rest }: Sampling): Sampling {
  return batch?.index === undefined ? rest : { ...rest, batch: { size: 1, index: batch.index } };
}

/** Creates the handler. Rejects with INPUT_NOT_READABLE. */
export const createImageToVideoSampler =
  (files: Pick<Files, "input">) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const { sampling } = draft;
    if (sampling === undefined)
      throw new TypeError("the draft has no sampling; the phase prepare must come first");
    const params = context.params as WanImageToVideoParams;
    const file = await files.input(params.image, context.signal);
    const clipVision = await findClipVision(params, context.catalog);
    const chosen = clipVision === undefined ? {} : omitGivenSettings({ clipVision }, params);
    const conditioned = edit<CoreNodes>(draft, (graph) => {
      conditionOnImage(graph, params, file, clipVision);
      graph.set({ sampling: withoutRepeating(sampling) });
    });
    return { ...sample(conditioned, context), sampling, chosenParams: { ...draft.chosenParams, ...chosen } };
  };
