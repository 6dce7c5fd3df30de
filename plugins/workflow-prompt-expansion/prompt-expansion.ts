// The feature `prompt-expansion`: the output of a language model node replaces the text of the positive prompt.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, TypedLink, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  inputsFromSettings,
  notApplicableError,
  requireTextEncoder,
} from "@pictor/workflow-parts";
import type { PromptExpansionSettings } from "./settings.gen.js";

type ExpansionNodes = {
  Inference_Core_PromptExpansion: {
    inputs: { model_name: string; text: string | TypedLink<"STRING">; seed: bigint; log_prompt: boolean };
    outputs: ["STRING"];
  };
};

/** Number of bits in the seeds that the node takes. */
const seedBits = 32;

/** Adds the node, whose output is encoded as the positive prompt later. */
export function expandPrompt(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  requireTextEncoder(draft, context);
  if (draft.anchors.positive !== undefined) {
    throw notApplicableError(
      context,
      "an earlier feature has encoded the prompt already",
      "Name the feature before those that work on the conditioning.",
    );
  }
  const { inputs, origins } = inputsFromSettings(featureSettings<PromptExpansionSettings>(context), {
    model_name: "model",
    log_prompt: "log",
  });
  return edit<ExpansionNodes>(draft, (graph) => {
    const expansion = graph.add(
      "Inference_Core_PromptExpansion",
      { ...inputs, text: draft.prompts.positive, seed: BigInt.asUintN(seedBits, context.seed) },
      { id: "PromptExpansion_Positive", origins: { ...origins, text: "prompt" } },
    );
    graph.set({ promptLinks: { ...draft.promptLinks, positive: expansion.out() } });
  });
}
