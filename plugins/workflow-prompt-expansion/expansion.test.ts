// The expanded text is what gets encoded.

import { edit, emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf, sampling } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { expandPrompt } from "./expansion.js";

const context = contextOf({
  seed: 2n ** 40n + 5n,
  feature: { id: "prompt-expansion", settings: { model: "gpt", log: true } },
});
const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  anchors: { model: link("Loader"), clip: link("Loader", 1) },
  prompts: { positive: "a cat", negative: "fog" },
};

it("encodes what the node writes, on the positive side only", () => {
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
  ["nothing is sampled", emptyDraft, /leaves no sampling settings to add-ons/],
  ["there is no text encoder", { ...draft, anchors: {} }, /no text encoder/],
  [
    "the prompt is encoded",
    { ...draft, anchors: { ...draft.anchors, positive: link("P") } },
    /encoded .* already/,
  ],
])("is refused where %s", (_situation, given, message) => {
  expect(() => expandPrompt(given, context)).toThrow(message);
});
