// The feature `prompt-expansion`: the text encoder encodes the expanded prompt.

import { edit, emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { expandPrompt } from "./prompt-expansion.js";

const context = createBuildContext({
  seed: 2n ** 40n + 5n,
  feature: { id: "prompt-expansion", settings: { model: "gpt", log: true } },
});
const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  anchors: { model: link("Loader"), clip: link("Loader", 1) },
  prompts: { positive: "a cat", negative: "fog" },
};

it("encodes the output of the node on the positive side only", () => {
  const { graph } = edit(expandPrompt(draft, context), (editor) => {
    editor.conditioning("positive");
    editor.conditioning("negative");
  });
  expect(graph).toMatchObject({
    PromptExpansion_Positive: {
      class_type: "Inference_Core_PromptExpansion",
      inputs: { model_name: "gpt", text: "a cat", seed: 5n, log_prompt: true },
    },
    PositiveCLIP_Base: { inputs: { text: ["PromptExpansion_Positive", 0] } },
    NegativeCLIP_Base: { inputs: { text: "fog" } },
  });
});

it.each<[string, WorkflowDraft, RegExp]>([
  ["nothing is sampled", emptyDraft, /no sampling settings/],
  ["there is no text encoder", { ...draft, anchors: {} }, /no text encoder/],
  [
    "the prompt is encoded already",
    { ...draft, anchors: { ...draft.anchors, positive: link("P") } },
    /encoded .* already/,
  ],
])("does not apply when %s", (_situation, given, message) => {
  expect(() => expandPrompt(given, context)).toThrow(message);
});
