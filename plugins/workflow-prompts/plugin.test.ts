// The plugin in a kernel: it runs before every feature, with wildcards from the configured folder.

import { link, type BuildWorkflow } from "@pictor/kernel/plugin";
import { createTestFolder, createTestPictor, manifestOf } from "@pictor/host/testing";
import { expect, it } from "vitest";

const folder = createTestFolder({ "colors/warm.txt": "red\n" });

/** A workflow, and a feature that records the prompt that it receives. */
const text = (description: string) => ({ type: "string", default: "", description });
const manifest = manifestOf("workflow-fake", "workflow", {
  title: "Fake",
  description: "For the test",
  taps: [
    { hook: "buildWorkflow", handler: "prepare", phase: "prepare", when: { workflow: "fake" } },
    { hook: "buildWorkflow", handler: "note", phase: "condition", when: { feature: "note" } },
  ],
  contributes: {
    workflows: [
      { id: "fake", title: "Fake", params: { type: "object", properties: { prompt: text("Prompt") } } },
    ],
    features: [{ id: "note", title: "Note", settings: { type: "object", properties: {} } }],
  },
});
const prepare: BuildWorkflow = (draft, { params }) => ({
  ...draft,
  graph: { Save: { class_type: "Save", inputs: {} }, Load: { class_type: "Load", inputs: {} } },
  outputs: ["Save"],
  anchors: { model: link("Load") },
  prompts: { positive: params["prompt"] as string, negative: "" },
});
const note: BuildWorkflow = (draft) => ({
  ...draft,
  prompts: { ...draft.prompts, negative: `found ${draft.prompts.positive}` },
});

it("resolves prompts before the features run", async () => {
  const { pictor, dispose } = await createTestPictor({
    plugins: [import.meta.dirname, { manifest, plugin: () => ({ handlers: { prepare, note } }) }],
    configuration: { plugins: { "workflow-prompts": { config: { wildcards: folder } } } },
  });
  try {
    const build = async (prompt: string) =>
      (await pictor.build({ workflow: "fake", params: { prompt }, features: [{ id: "note" }] })).drafts[0];
    const draft = await build("a __colors/warm__ cat, <lora:a>");
    expect(draft).toMatchObject({
      prompts: { positive: "a red cat", negative: "found a red cat" },
      recordedPrompts: { positive: "a red cat, <lora:a>", negative: "" },
      anchors: { model: ["Loras_Base_LoraLoader", 0] },
    });
    await expect(build("a __colors/warn__ cat")).rejects.toMatchObject({
      code: "PROMPT_INVALID",
      message: expect.stringContaining('Did you mean "colors/warm"?') as string,
      details: { start: 2, end: 17, setting: "prompt", plugin: "workflow-prompts" },
    });
  } finally {
    await dispose();
  }
});
