// A LoRA on one model and on two, and what a later pass without patches finds.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { Anchors, WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf, sampling } from "@pictor/workflow-parts/testing";
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
    contextOf({ feature: { id: "lora", settings: { name: "detail", strength: 0.8, ...settings } } }),
  );

describe("a LoRA", () => {
  it("stands behind model and text encoder", () => {
    const { graph, anchors, cursors, origins } = run(one);
    expect(graph).toEqual({
      Loras_Base: {
        class_type: "LoraLoader",
        inputs: {
          model: ["Loader", 0],
          clip: ["Loader", 1],
          lora_name: "detail",
          strength_model: 0.8,
          strength_clip: 0.8,
        },
      },
    });
    expect(anchors).toEqual({ model: ["Loras_Base", 0], clip: ["Loras_Base", 1] });
    expect(cursors?.original).toEqual(anchors);
    expect(origins["Loras_Base.strength_clip"]).toBe("strength");
  });

  it("may have another strength on the text encoder", () => {
    const { graph, origins } = run(one, { clipStrength: 0 });
    expect(graph["Loras_Base"]?.inputs).toMatchObject({ strength_model: 0.8, strength_clip: 0 });
    expect(origins["Loras_Base.strength_clip"]).toBe("clipStrength");
  });

  it("chains", () => {
    expect(run(run(one)).graph["Loras_Base_2"]?.inputs).toMatchObject({
      model: ["Loras_Base", 0],
      clip: ["Loras_Base", 1],
    });
  });

  it("is loaded into each of two models", () => {
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

  it("behind a patch is no part of what the template loaded", () => {
    const patched: WorkflowDraft = { ...one, anchors: { ...one.anchors, model: link("FreeU_Base") } };
    expect(run(patched).cursors?.original).toEqual(one.anchors);
  });

  it("is refused behind an add-on that has encoded the prompt", () => {
    expect(() => run(draftOf({ ...one.anchors, positive: link("P") }))).toThrow(/encoded the prompt already/);
  });

  it("is refused without a model, and without a text encoder", () => {
    expect(() => run(emptyDraft)).toThrow(/it offers add-ons no model/);
    expect(() => run(draftOf({ model: link("Loader") }))).toThrow(/no text encoder/);
  });
});
