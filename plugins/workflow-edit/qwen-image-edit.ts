// Qwen Image Edit: one to three images, which a node encodes together with each prompt.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, NodeSpec, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  resolveSampling,
  emptyLatentRecipe,
  resolveComponentFiles,
  omitGivenSettings,
  loadComponents,
} from "@pictor/workflow-parts";
import type { CoreNodes, ModelComponents, SamplingContext } from "@pictor/workflow-parts";
import { addLoadImages, readReferenceImages, type InputFiles } from "./reference-images.js";
import type { QwenImageEditParams } from "./settings.gen.js";
import { editedSize } from "./edited-size.js";

const components: ModelComponents = {
  diffusionModel: ["qwen_image_edit"],
  encoderType: "qwen_image",
  encoders: [["qwen_2_5_vl"]],
  vae: ["qwen_image_vae"],
  shift: "ModelSamplingAuraFlow",
};

const family: SamplingContext["family"] = {
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "euler", scheduler: "simple", steps: 20, cfg: 4 },
};

/** The node that encodes a prompt together with all images. */
function encoderRecipe(vae: NodeSpec["inputs"][string], images: readonly NodeSpec["inputs"][string][]) {
  const imageInputs = Object.fromEntries(images.map((image, index) => [`image${index + 1}`, image]));
  return { class: "TextEncodeQwenImageEditPlus", inputs: { vae, ...imageInputs }, text: "prompt" };
}

/** Creates the handler of the phase prepare. It rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const createPrepareQwen =
  (files: InputFiles) =>
  async (
    draft: WorkflowDraft,
    { workflow, params, seed, signal, catalog }: BuildContext,
  ): Promise<WorkflowDraft> => {
    const settings = params as QwenImageEditParams;
    const references = await readReferenceImages(settings.images, files, signal);
    const found = await resolveComponentFiles(settings, components, catalog);
    const size = editedSize(settings, references[0]?.size);
    const loaded = edit<CoreNodes>(loadComponents(draft, found, components, settings), (graph) =>
      graph.set({ encoder: encoderRecipe(graph.cursor("vae"), addLoadImages(graph, references)) }),
    );
    return {
      ...loaded,
      prompts: { positive: settings.prompt, negative: settings.negative },
      latent: emptyLatentRecipe("EmptySD3LatentImage", { ...size, batchSize: settings.batchSize }),
      size,
      chosenParams: { ...loaded.chosenParams, ...omitGivenSettings({ ...size }, settings) },
      sampling: resolveSampling({ ...settings, denoise: 1 }, { workflow, family, seed }),
      traits: { blocks: "transformer", noise: "continuous", takesGuidance: false, encodesTogether: true },
    };
  };
