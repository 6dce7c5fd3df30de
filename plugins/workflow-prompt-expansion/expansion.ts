// The positive text becomes the output of a node; whoever encodes it later encodes that.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import { notApplicable, requireTextEncoder, settingsOf } from "@pictor/workflow-parts";
import type { PromptExpansionSettings } from "./settings.gen.js";

type ExpansionNodes = {
  Inference_Core_PromptExpansion: {
    inputs: { model_name: string; text: string | LinkOf<"STRING">; seed: bigint; log_prompt: boolean };
    outputs: ["STRING"];
  };
};

/** The node takes seeds of 32 bits. */
const seedBits = 32;

export function expandPrompt(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  requireTextEncoder(draft, context);
  if (draft.anchors.positive !== undefined) {
    throw notApplicable(
      context,
      "an add-on before it has encoded the prompt already",
      "Name it before the add-ons that work on the conditioning.",
    );
  }
  const { model, log } = settingsOf<PromptExpansionSettings>(context);
  return edit<ExpansionNodes>(draft, (graph) => {
    const inputs = {
      model_name: model,
      text: draft.prompts.positive,
      seed: BigInt.asUintN(seedBits, context.seed),
      log_prompt: log,
    };
    const origins = { model_name: "model", text: "prompt", log_prompt: "log" };
    const expansion = graph.add("Inference_Core_PromptExpansion", inputs, {
      id: "PromptExpansion_Positive",
      origins,
    });
    graph.set({ promptLinks: { ...draft.promptLinks, positive: expansion.out() } });
  });
}
