// Flux.2 Klein: up to four reference images, each encoded separately; sampling starts from an empty latent.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, TypedLink, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  resolveSampling,
  emptyLatentRecipe,
  resolveComponentFiles,
  omitGivenSettings,
  loadComponents,
  sample,
  toSamplingSettings,
} from "@pictor/workflow-parts";
import type { CoreNodes, ModelComponents, ComponentFiles, SamplingContext } from "@pictor/workflow-parts";
import {
  addLoadImages,
  readReferenceImages,
  referenceIdPrefix,
  addReferenceLatent,
  type InputFiles,
} from "./reference-images.js";
import type { Flux2KleinParams } from "./settings.gen.js";
import { editedSize, sizeStep } from "./edited-size.js";

const components: ModelComponents = {
  diffusionModel: ["klein"],
  encoderType: "flux2",
  encoders: [["qwen_3_4b"]],
  vae: ["flux2_vae", "flux_2_vae", "flux2"],
};
const largeComponents: ModelComponents = { ...components, encoders: [["qwen_3_8b"]] };

/** Whether the file name, without folders, contains the word. */
const nameContains = (word: string, file: string): boolean =>
  file
    .replace(/^.*[\\/]/, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .includes(word);

/**
 * The settings of distilled models and of base models. Distilled models need few steps and no guidance; base models
 * need the usual number of steps and the usual guidance.
 */
const familyOf = (file: string): SamplingContext["family"] => ({
  path: "guider",
  sigmas: "flux2",
  recommended: {
    sampler: "euler",
    scheduler: "simple",
    ...(nameContains("base", file) ? { steps: 20, cfg: 5 } : { steps: 4, cfg: 1 }),
  },
});

/** The encoder depends on the size of the model, whose file may have to be found first. */
async function filesOf(
  settings: Flux2KleinParams,
  catalog: BuildContext["catalog"],
): Promise<ComponentFiles> {
  const found = await resolveComponentFiles(settings, components, catalog);
  const { diffusionModel } = found;
  return nameContains("9b", diffusionModel)
    ? resolveComponentFiles({ ...settings, diffusionModel }, largeComponents, catalog)
    : found;
}

/** Creates the handler of the phase prepare. It rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const createPrepareKlein =
  (files: InputFiles) =>
  async (
    draft: WorkflowDraft,
    { workflow, params, seed, signal, catalog }: BuildContext,
  ): Promise<WorkflowDraft> => {
    const settings = params as Flux2KleinParams;
    const [first] = await readReferenceImages(settings.images, files, signal);
    const found = await filesOf(settings, catalog);
    const size = editedSize(settings, first?.size);
    const family = familyOf(found.diffusionModel);
    const sampling = resolveSampling({ ...settings, denoise: 1 }, { workflow, family, seed });
    const loaded = loadComponents(draft, found, components, settings);
    return {
      ...loaded,
      prompts: { positive: settings.prompt, negative: "" },
      latent: emptyLatentRecipe("EmptyFlux2LatentImage", { ...size, batchSize: settings.batchSize }),
      size,
      sampling,
      chosenParams: {
        ...loaded.chosenParams,
        ...omitGivenSettings({ ...size, ...toSamplingSettings(sampling) }, settings),
      },
      traits: { blocks: "transformer", noise: "continuous", takesGuidance: false },
    };
  };

/** Encodes an image as a latent, scaled to about a megapixel. */
function encodeImage(
  graph: GraphEditor<CoreNodes>,
  image: TypedLink<"IMAGE">,
  id: string,
): TypedLink<"LATENT"> {
  const scaled = graph.add(
    "ImageScaleToTotalPixels",
    { image, upscale_method: "nearest-exact", megapixels: 1, resolution_steps: sizeStep },
    { id: `${id}_Scale` },
  );
  const inputs = { pixels: scaled.out(), vae: graph.cursor("vae") };
  return graph.add("VAEEncode", inputs, { id: `${id}_VAEEncode` }).out();
}

/**
 * Creates the handler of the phase sample. The images are references of both prompts. The negative prompt is an empty text
 * and not a zeroed conditioning, which with guidance gives oversaturated colors.
 */
export const createSampleKlein =
  (files: InputFiles) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const { images } = context.params as Flux2KleinParams;
    const references = await readReferenceImages(images, files, context.signal);
    const conditioned = edit<CoreNodes>(draft, (graph) =>
      addLoadImages(graph, references).forEach((image, index) => {
        const id = referenceIdPrefix(index);
        const latent = encodeImage(graph, image, id);
        graph.move({
          positive: addReferenceLatent(graph, graph.conditioning("positive"), latent, `${id}_Positive`),
          negative: addReferenceLatent(graph, graph.conditioning("negative"), latent, `${id}_Negative`),
        });
      }),
    );
    return sample(conditioned, context);
  };
