// Flux.2 Klein: up to four pictures that the prompt refers to, each encoded on its own; sampling starts from nothing.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Catalog, GraphEditor, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  chosenSampling,
  emptyLatent,
  familyFiles,
  leftOpen,
  loadFamily,
  sample,
  samplingValues,
} from "@pictor/workflow-parts";
import type { CoreNodes, Family, FamilyFiles, SamplingSource } from "@pictor/workflow-parts";
import { loadReferences, readReferences, referenceId, referring, type Reader } from "./references.js";
import type { Flux2KleinParams } from "./settings.gen.js";
import { editedSize, step } from "./size.js";

const family: Family = {
  diffusionModel: ["klein"],
  encoderType: "flux2",
  encoders: [["qwen_3_4b"]],
  vae: ["flux2_vae", "flux_2_vae", "flux2"],
};
const largeFamily: Family = { ...family, encoders: [["qwen_3_8b"]] };

/** Whether the file's own name, not its folders, has it among its words. */
const says = (word: string, file: string): boolean =>
  file
    .replace(/^.*[\\/]/, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .includes(word);

/** The distilled models need few steps and no guidance, those that they were made of the usual ones. */
const profileOf = (file: string): SamplingSource["profile"] => ({
  path: "guider",
  sigmas: "flux2",
  recommended: {
    sampler: "euler",
    scheduler: "simple",
    ...(says("base", file) ? { steps: 20, cfg: 5 } : { steps: 4, cfg: 1 }),
  },
});

/** The encoder goes by the size of the model, which may have to be found first. */
async function filesOf(settings: Flux2KleinParams, catalog: () => Promise<Catalog>): Promise<FamilyFiles> {
  const found = await familyFiles(settings, family, catalog);
  const { diffusionModel } = found;
  return says("9b", diffusionModel)
    ? familyFiles({ ...settings, diffusionModel }, largeFamily, catalog)
    : found;
}

/** The prompt stays a text, and so does its empty negative. Rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const prepareKleinWith =
  (files: Reader) =>
  async (
    draft: WorkflowDraft,
    { workflow, params, seed, signal, catalog }: BuildContext,
  ): Promise<WorkflowDraft> => {
    const settings = params as Flux2KleinParams;
    const [first] = await readReferences(settings.images, files, signal);
    const found = await filesOf(settings, catalog);
    const size = editedSize(settings, first?.size);
    const profile = profileOf(found.diffusionModel);
    const sampling = chosenSampling({ ...settings, denoise: 1 }, { workflow, profile, seed });
    const loaded = loadFamily(draft, found, family, settings);
    return {
      ...loaded,
      prompts: { positive: settings.prompt, negative: "" },
      latent: emptyLatent("EmptyFlux2LatentImage", { ...size, batchSize: settings.batchSize }),
      size,
      sampling,
      chosen: { ...loaded.chosen, ...leftOpen({ ...size, ...samplingValues(sampling) }, settings) },
      traits: { blocks: "transformer", noise: "continuous", takesGuidance: false },
    };
  };

/** A picture as a latent, at about a megapixel. */
function encoded(graph: GraphEditor<CoreNodes>, image: LinkOf<"IMAGE">, id: string): LinkOf<"LATENT"> {
  const scaled = graph.add(
    "ImageScaleToTotalPixels",
    { image, upscale_method: "nearest-exact", megapixels: 1, resolution_steps: step },
    { id: `${id}_Scale` },
  );
  const inputs = { pixels: scaled.out(), vae: graph.cursor("vae") };
  return graph.add("VAEEncode", inputs, { id: `${id}_VAEEncode` }).out();
}

/**
 * Both sides refer to the pictures. The negative is an empty text, not a conditioning of zeros: with guidance those
 * give colours that are too strong.
 */
export const sampleKleinWith =
  (files: Reader) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const { images } = context.params as Flux2KleinParams;
    const references = await readReferences(images, files, context.signal);
    const conditioned = edit<CoreNodes>(draft, (graph) => {
      loadReferences(graph, references).forEach((image, index) => {
        const id = referenceId(index);
        const latent = encoded(graph, image, id);
        graph.move({
          positive: referring(graph, graph.conditioning("positive"), latent, `${id}_Positive`),
          negative: referring(graph, graph.conditioning("negative"), latent, `${id}_Negative`),
        });
      });
    });
    return sample(conditioned, context);
  };
