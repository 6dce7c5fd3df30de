// Building drafts: nodes get free ids, cursors move, conversions happen once.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addNode, conditioning, decoded, emptyDraft, encoded, link } from "./draft.js";
import { collectRequirements } from "./requirements.js";
import type { WorkflowDraft } from "./types.js";

const withModel: WorkflowDraft = {
  ...emptyDraft,
  prompts: { positive: "a cat", negative: "blurry" },
  anchors: { clip: link("loader", 1), vae: link("loader", 2), "refiner.clip": link("refiner", 1) },
};

describe("adding a node", () => {
  it("keeps ids readable and makes them unique", () => {
    let draft = emptyDraft;
    const ids = ["LoRA", "LoRA", "LoRA", "LoRA_2"].map((id) => {
      const added = addNode(draft, { id, class: "X", inputs: {} });
      draft = added.draft;
      return added.id;
    });
    expect(ids).toEqual(["LoRA", "LoRA_2", "LoRA_3", "LoRA_2_2"]);
  });

  it.each(["constructor", "toString", "hasOwnProperty"])("takes the name %s as it is", (id) => {
    expect(addNode(emptyDraft, { id, class: "X", inputs: {} }).id).toBe(id);
  });

  it("never overwrites one, whatever the names, and leaves the old draft alone", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 30 }), (names) => {
        let draft = emptyDraft;
        for (const id of names.filter((entry) => entry !== "__proto__"))
          draft = addNode(draft, { id, class: "X", inputs: {} }).draft;
        expect(Object.keys(draft.graph)).toHaveLength(names.length);
        expect(emptyDraft.graph).toEqual({});
      }),
    );
  });

  it("remembers which setting filled an input", () => {
    const { draft } = addNode(emptyDraft, {
      id: "S",
      class: "X",
      inputs: { steps: 1 },
      origins: { steps: "steps" },
    });
    expect(draft.origins).toEqual({ "S.steps": "steps" });
  });
});

describe("conditioning", () => {
  it("is encoded once, with the clip cursor of that moment", () => {
    const first = conditioning(withModel, "positive");
    const second = conditioning(
      { ...first.draft, anchors: { ...first.draft.anchors, clip: link("lora", 1) } },
      "positive",
    );
    expect(second.link).toEqual(first.link);
    expect(first.draft.graph[first.link[0]]).toEqual({
      class_type: "CLIPTextEncode",
      inputs: { text: "a cat", clip: ["loader", 1] },
    });
  });

  it("is made apart for each side and for the refiner", () => {
    const a = conditioning(withModel, "positive");
    const b = conditioning(a.draft, "negative");
    const c = conditioning(b.draft, "negative", "refiner.");
    expect(Object.keys(c.draft.graph)).toHaveLength(3);
    expect(c.draft.graph[c.link[0]]!.inputs).toEqual({ text: "blurry", clip: ["refiner", 1] });
  });

  it("says which cursor is missing", () => {
    expect(() => conditioning(emptyDraft, "positive")).toThrow(/"clip" cursor/);
  });
});

describe("the primary", () => {
  const latent: WorkflowDraft = { ...withModel, primary: { link: link("sampler"), type: "LATENT" } };

  it("is given as it is when it has the type already", () => {
    expect(encoded(latent)).toEqual({ draft: latent, link: ["sampler", 0] });
  });

  it("is decoded once", () => {
    const once = decoded(latent);
    const twice = decoded(once.draft);
    expect(twice).toEqual({ draft: once.draft, link: once.link });
    expect(once.draft.graph["VAEDecode"]!.inputs).toEqual({ samples: ["sampler", 0], vae: ["loader", 2] });
  });

  it("goes back and forth by adding nodes", () => {
    const back = encoded(decoded(latent).draft);
    expect(back.draft.primary).toEqual({ link: back.link, type: "LATENT" });
    expect(Object.keys(back.draft.graph)).toEqual(["VAEDecode", "VAEEncode"]);
  });

  it("says so when there is none", () => {
    expect(() => decoded(withModel)).toThrow(/"primary" cursor/);
  });
});

describe("requirements", () => {
  const needs = (name: string, extension: string, range = "^1.0.0") => ({
    class: name,
    extension,
    range,
    plugin: "p",
  });
  const using = (...classes: string[]): WorkflowDraft => ({
    ...emptyDraft,
    graph: Object.fromEntries(classes.map((class_type) => [class_type, { class_type, inputs: {} }])),
  });

  it("come from the node classes that are really used", () => {
    const found = collectRequirements(using("A", "B"), [needs("A", "x"), needs("C", "z")]);
    expect(found).toEqual([{ id: "x", range: "^1.0.0", nodeClasses: ["A"] }]);
  });

  it("are one for each extension and range", () => {
    const found = collectRequirements(using("A", "B", "C"), [
      needs("A", "x"),
      needs("B", "x"),
      needs("C", "x", "^2.0.0"),
      needs("A", "x"),
    ]);
    expect(found).toEqual([
      { id: "x", range: "^1.0.0", nodeClasses: ["A", "B"] },
      { id: "x", range: "^2.0.0", nodeClasses: ["C"] },
    ]);
  });
});
