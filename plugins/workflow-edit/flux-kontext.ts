// Flux Kontext: up to two images, placed side by side, become both the start latent and the reference of the prompt.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, TypedLink, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  resolveSampling,
  emptyLatentRecipe,
  resolveComponentFiles,
  loadComponents,
  sample,
} from "@pictor/workflow-parts";
import type { CoreNodes, ModelComponents, SamplingContext } from "@pictor/workflow-parts";
import { kontextSize, sizeOfStitchedImages } from "./kontext-size.js";
import {
  addLoadImages,
  readReferenceImages,
  addReferenceLatent,
  type InputFiles,
  type ReferenceImage,
} from "./reference-images.js";
import type { FluxKontextParams } from "./settings.gen.js";

const components: ModelComponents = {
  diffusionModel: ["kontext"],
  encoderType: "flux",
  encoders: [["clip_l"], ["t5xxl"]],
  vae: ["ae"],
};

/** The guidance is embedded in the conditioning, so `cfg` has no effect. */
const family: SamplingContext["family"] = {
  path: "guider",
  sigmas: "scheduler",
  recommended: { sampler: "euler", scheduler: "simple", steps: 25, cfg: 1, guidance: 3.5 },
};

const stitchImages = (
  graph: GraphEditor<CoreNodes>,
  [first, second]: readonly TypedLink<"IMAGE">[],
): TypedLink<"IMAGE"> | undefined =>
  first === undefined || second === undefined
    ? first
    : graph
        .add("ImageStitch", {
          image1: first,
          image2: second,
          direction: "right",
          match_image_size: true,
          spacing_width: 0,
          spacing_color: "white",
        })
        .out();

/** Makes the images the primary, scaled to a size that the model was trained on. */
function setStartImage(graph: GraphEditor<CoreNodes>, references: readonly ReferenceImage[]): void {
  const image = stitchImages(graph, addLoadImages(graph, references));
  const stitchedSize = sizeOfStitchedImages(references.map(({ size }) => size));
  if (image === undefined || stitchedSize === undefined) return;
  const scaled = graph.add("FluxKontextImageScale", { image });
  graph.set({ primary: { link: scaled.out(), type: "IMAGE" }, size: kontextSize(stitchedSize) });
}

/** Creates the handler of the phase prepare. It rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const createPrepareKontext =
  (files: InputFiles) =>
  async (
    draft: WorkflowDraft,
    { workflow, params, seed, signal, catalog }: BuildContext,
  ): Promise<WorkflowDraft> => {
    const settings = params as FluxKontextParams;
    const { images, prompt, width, height, batchSize } = settings;
    const sampling = resolveSampling({ ...settings, denoise: 1 }, { workflow, family, seed });
    const references = await readReferenceImages(images, files, signal);
    const loaded: WorkflowDraft = {
      ...loadComponents(
        draft,
        await resolveComponentFiles(settings, components, catalog),
        components,
        settings,
      ),
      prompts: { positive: prompt, negative: "" },
      sampling,
      traits: { blocks: "transformer", noise: "continuous", takesGuidance: true },
    };
    if (references.length === 0) {
      const latent = emptyLatentRecipe("EmptySD3LatentImage", { width, height, batchSize });
      return { ...loaded, latent, size: { width, height } };
    }
    return edit<CoreNodes>(loaded, (graph) => setStartImage(graph, references));
  };

/**
 * The start latent is also the reference of the prompt. The model uses no negative conditioning, so none is encoded: for
 * features that ask for the negative cursor, it is the prompt without the reference.
 */
export function sampleKontext(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const { images } = context.params as FluxKontextParams;
  const conditioned = edit<CoreNodes>(draft, (graph) => {
    const positive = graph.conditioning("positive");
    const negative = graph.draft.anchors.negative ?? positive;
    if (images.length === 0) graph.move({ negative });
    else
      graph.move({
        positive: addReferenceLatent(graph, positive, graph.latent(), "ReferenceLatent"),
        negative,
      });
  });
  return sample(conditioned, context);
}
