// Phase sample of a film from a picture: the picture goes into the conditioning, as the add-ons before left that.

import { edit } from "@pictor/kernel/plugin";
import type {
  BuildContext,
  Catalog,
  Files,
  GraphEditor,
  InputFile,
  LinkOf,
  Sampling,
  WorkflowDraft,
} from "@pictor/kernel/plugin";
import { findFile, leftOpen, loadPicture, sample } from "@pictor/workflow-parts";
import type { CoreNodes } from "@pictor/workflow-parts";
import type { WanImageToVideoParams } from "./settings.gen.js";

/** Wan 2.1 wants to see the picture through a CLIP vision model too; Wan 2.2 does not. */
async function clipVisionFile(
  { clipVision }: WanImageToVideoParams,
  catalog: () => Promise<Catalog>,
): Promise<string | undefined> {
  if (clipVision === "none") return undefined;
  if (clipVision !== undefined) return clipVision;
  return findFile(["clip_vision_h", "clip_vision"], await catalog(), ["CLIPVisionLoader", "clip_name"]);
}

function seenBy(graph: GraphEditor<CoreNodes>, file: string, image: LinkOf<"IMAGE">) {
  const origins = { clip_name: "clipVision" };
  const loader = graph.add("CLIPVisionLoader", { clip_name: file }, { origins });
  return graph.add("CLIPVisionEncode", { clip_vision: loader.out(), image, crop: "none" }).out();
}

interface Pictures {
  readonly picture: InputFile;
  readonly clipVision: string | undefined;
}

/** Leaves the film's latent, for all films of the batch, as the primary. */
function conditionOnPicture(
  graph: GraphEditor<CoreNodes>,
  { width, height, frames, batchSize }: WanImageToVideoParams,
  { picture, clipVision }: Pictures,
): void {
  const { image } = loadPicture(graph, picture, { setting: "image" });
  const conditioned = graph.add(
    "WanImageToVideo",
    {
      positive: graph.conditioning("positive"),
      negative: graph.conditioning("negative"),
      vae: graph.cursor("vae"),
      clip_vision_output: clipVision === undefined ? undefined : seenBy(graph, clipVision, image),
      start_image: image,
      width,
      height,
      length: frames,
      batch_size: batchSize,
    },
    { origins: { width: "width", height: "height", length: "frames", batch_size: "batchSize" } },
  );
  graph.move({ positive: conditioned.out(0), negative: conditioned.out(1) });
  graph.set({ primary: { link: conditioned.out(2), type: "LATENT" } });
}

/** The latent has the batch's size already, so only the choice of one film is left for the sampling. */
function ofWholeBatch({ batch, ...rest }: Sampling): Sampling {
  return batch?.index === undefined ? rest : { ...rest, batch: { size: 1, index: batch.index } };
}

/** Rejects with INPUT_NOT_READABLE. */
export const sampleImageWith =
  (files: Pick<Files, "input">) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const { sampling } = draft;
    if (sampling === undefined)
      throw new TypeError("the draft has no sampling; the phase prepare must come first");
    const params = context.params as WanImageToVideoParams;
    const picture = await files.input(params.image, context.signal);
    const clipVision = await clipVisionFile(params, context.catalog);
    const chosen = clipVision === undefined ? {} : leftOpen({ clipVision }, params);
    const conditioned = edit<CoreNodes>(draft, (graph) => {
      conditionOnPicture(graph, params, { picture, clipVision });
      graph.set({ sampling: ofWholeBatch(sampling) });
    });
    return { ...sample(conditioned, context), sampling, chosen: { ...draft.chosen, ...chosen } };
  };
