// Flux Kontext: up to two pictures side by side are the latent that sampling starts from, and what the prompt refers to.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import { chosenSampling, emptyLatent, familyFiles, loadFamily, sample } from "@pictor/workflow-parts";
import type { CoreNodes, Family, SamplingSource } from "@pictor/workflow-parts";
import { kontextSize, stitchedSize } from "./kontext-size.js";
import { loadReferences, readReferences, referring, type Reader, type Reference } from "./references.js";
import type { FluxKontextParams } from "./settings.gen.js";

const family: Family = {
  diffusionModel: ["kontext"],
  encoderType: "flux",
  encoders: [["clip_l"], ["t5xxl"]],
  vae: ["ae"],
};

/** The guidance is in the conditioning, so `cfg` has no effect. */
const profile: SamplingSource["profile"] = {
  path: "guider",
  sigmas: "scheduler",
  recommended: { sampler: "euler", scheduler: "simple", steps: 25, cfg: 1, guidance: 3.5 },
};

const stitched = (
  graph: GraphEditor<CoreNodes>,
  [first, second]: readonly LinkOf<"IMAGE">[],
): LinkOf<"IMAGE"> | undefined =>
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

/** The pictures become the primary, at a size that the model knows. */
function startFrom(graph: GraphEditor<CoreNodes>, references: readonly Reference[]): void {
  const image = stitched(graph, loadReferences(graph, references));
  const whole = stitchedSize(references.map(({ size }) => size));
  if (image === undefined || whole === undefined) return;
  const scaled = graph.add("FluxKontextImageScale", { image });
  graph.set({ primary: { link: scaled.out(), type: "IMAGE" }, size: kontextSize(whole) });
}

/** The prompt stays a text. Rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const prepareKontextWith =
  (files: Reader) =>
  async (
    draft: WorkflowDraft,
    { workflow, params, seed, signal, catalog }: BuildContext,
  ): Promise<WorkflowDraft> => {
    const settings = params as FluxKontextParams;
    const { images, prompt, width, height, batchSize } = settings;
    const sampling = chosenSampling({ ...settings, denoise: 1 }, { workflow, profile, seed });
    const references = await readReferences(images, files, signal);
    const loaded: WorkflowDraft = {
      ...loadFamily(draft, await familyFiles(settings, family, catalog), family, settings),
      prompts: { positive: prompt, negative: "" },
      sampling,
      traits: { blocks: "transformer", noise: "continuous", takesGuidance: true },
    };
    if (references.length === 0) {
      const latent = emptyLatent("EmptySD3LatentImage", { width, height, batchSize });
      return { ...loaded, latent, size: { width, height } };
    }
    return edit<CoreNodes>(loaded, (graph) => {
      startFrom(graph, references);
    });
  };

/**
 * The start is also what the prompt refers to. Nothing weighs a negative here, so none is encoded: whoever asks for
 * that cursor later gets the prompt without the pictures.
 */
export function sampleKontext(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const { images } = context.params as FluxKontextParams;
  const conditioned = edit<CoreNodes>(draft, (graph) => {
    const positive = graph.conditioning("positive");
    const negative = graph.draft.anchors.negative ?? positive;
    if (images.length === 0) graph.move({ negative });
    else graph.move({ positive: referring(graph, positive, graph.latent(), "ReferenceLatent"), negative });
  });
  return sample(conditioned, context);
}
