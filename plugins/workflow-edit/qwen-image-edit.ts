// Qwen Image Edit: one to three pictures, which a node encodes together with each prompt.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, NodeRecipe, WorkflowDraft } from "@pictor/kernel/plugin";
import { chosenSampling, emptyLatent, familyFiles, leftOpen, loadFamily } from "@pictor/workflow-parts";
import type { CoreNodes, Family, SamplingSource } from "@pictor/workflow-parts";
import { loadReferences, readReferences, type Reader } from "./references.js";
import type { QwenImageEditParams } from "./settings.gen.js";
import { editedSize } from "./size.js";

const family: Family = {
  diffusionModel: ["qwen_image_edit"],
  encoderType: "qwen_image",
  encoders: [["qwen_2_5_vl"]],
  vae: ["qwen_image_vae"],
  shift: "ModelSamplingAuraFlow",
};

const profile: SamplingSource["profile"] = {
  path: "sampler",
  sigmas: "scheduler",
  recommended: { sampler: "euler", scheduler: "simple", steps: 20, cfg: 4 },
};

/** Encodes a prompt together with all pictures. */
function encoder(vae: NodeRecipe["inputs"][string], images: readonly NodeRecipe["inputs"][string][]) {
  const pictures = Object.fromEntries(images.map((image, index) => [`image${index + 1}`, image]));
  return { class: "TextEncodeQwenImageEditPlus", inputs: { vae, ...pictures }, text: "prompt" };
}

/** The prompts stay texts, to be encoded with the pictures. Rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const prepareQwenWith =
  (files: Reader) =>
  async (
    draft: WorkflowDraft,
    { workflow, params, seed, signal, catalog }: BuildContext,
  ): Promise<WorkflowDraft> => {
    const settings = params as QwenImageEditParams;
    const references = await readReferences(settings.images, files, signal);
    const found = await familyFiles(settings, family, catalog);
    const size = editedSize(settings, references[0]?.size);
    const loaded = edit<CoreNodes>(loadFamily(draft, found, family, settings), (graph) => {
      graph.set({ encoder: encoder(graph.cursor("vae"), loadReferences(graph, references)) });
    });
    return {
      ...loaded,
      prompts: { positive: settings.prompt, negative: settings.negative },
      latent: emptyLatent("EmptySD3LatentImage", { ...size, batchSize: settings.batchSize }),
      size,
      chosen: { ...loaded.chosen, ...leftOpen({ ...size }, settings) },
      sampling: chosenSampling({ ...settings, denoise: 1 }, { workflow, profile, seed }),
      traits: { blocks: "transformer", noise: "continuous", takesGuidance: false, encodesTogether: true },
    };
  };
