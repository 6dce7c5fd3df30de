// The feature `lora` on one model and on two, and the original cursors that later passes use.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { Anchors, WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling, node } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { loadLora } from "./lora.js";

const draftOf = (anchors: Anchors): WorkflowDraft => ({
  ...emptyDraft,
  sampling,
  anchors,
  cursors: { original: anchors },
});
const one = draftOf({ model: link("Loader"), clip: link("Loader", 1) });
const run = (draft: WorkflowDraft, settings = {}) =>
  loadLora(
    draft,
    createBuildContext({ feature: { id: "lora", settings: { name: "detail", strength: 0.8, ...settings } } }),
  );

describe("a LoRA", () => {
  it("is applied to model and text encoder", () => {
    const { graph, anchors, cursors, origins } = run(one);
    expect(graph).toEqual({
      Loras_Base: node("LoraLoader", {
        model: ["Loader", 0],
        clip: ["Loader", 1],
        lora_name: "detail",
        strength_model: 0.8,
        strength_clip: 0.8,
      }),
    });
    expect(anchors).toEqual({ model: ["Loras_Base", 0], clip: ["Loras_Base", 1] });
    expect(cursors?.original).toEqual(anchors);
    expect(origins["Loras_Base.strength_clip"]?.setting).toBe("strength");
  });

  it("may have another strength on the text encoder", () => {
    const { graph, origins } = run(one, { clipStrength: 0 });
    expect(graph["Loras_Base"]?.inputs).toMatchObject({ strength_model: 0.8, strength_clip: 0 });
    expect(origins["Loras_Base.strength_clip"]?.setting).toBe("clipStrength");
  });

  it("continues from the previous LoRA", () => {
    expect(run(run(one)).graph["Loras_Base_2"]?.inputs).toMatchObject({
      model: ["Loras_Base", 0],
      clip: ["Loras_Base", 1],
    });
  });

  it("is applied to each of two models", () => {
    const two = draftOf({
      ...one.anchors,
      "refiner.model": link("Refiner"),
      "refiner.clip": link("Refiner", 1),
    });
    expect(run(two).graph["Loras_Refiner"]?.inputs).toMatchObject({
      model: ["Refiner", 0],
      clip: ["Refiner", 1],
    });
  });

  it("after a patch does not move the original cursors", () => {
    const patched: WorkflowDraft = { ...one, anchors: { ...one.anchors, model: link("FreeU_Base") } };
    expect(run(patched).cursors?.original).toEqual(one.anchors);
  });

  it("does not apply after a feature that has encoded the prompt", () => {
    expect(() => run(draftOf({ ...one.anchors, positive: link("P") }))).toThrow(/encoded the prompt already/);
  });

  it("does not apply without a model or without a text encoder", () => {
    expect(() => run(emptyDraft)).toThrow(/offers no model/);
    expect(() => run(draftOf({ model: link("Loader") }))).toThrow(/no text encoder/);
  });
});
