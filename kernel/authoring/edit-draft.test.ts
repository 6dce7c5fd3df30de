// The editor of drafts: free ids, moved cursors, conversions that happen once, and an original draft that stays unchanged.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyDraft, link } from "./empty-draft.js";
import { edit, type GraphEditor } from "./edit-draft.js";
import type { WorkflowDraft } from "../contract/draft.js";

const withModel: WorkflowDraft = {
  ...emptyDraft,
  prompts: { positive: "a cat", negative: "blurry" },
  anchors: { clip: link("loader", 1), vae: link("loader", 2), "refiner.clip": link("refiner", 1) },
};
const sampled: WorkflowDraft = { ...withModel, primary: { link: link("sampler"), type: "LATENT" } };

/** Returns the result of `read`, and the draft after it. */
function reading<T>(draft: WorkflowDraft, read: (graph: GraphEditor) => T) {
  let seen: T | undefined;
  const left = edit(draft, (graph) => {
    seen = read(graph);
  });
  return { seen: seen as T, left };
}

describe("adding a node", () => {
  it("keeps ids readable and makes them unique", () => {
    const { seen } = reading(emptyDraft, (graph) =>
      ["LoRA", "LoRA", "LoRA", "LoRA_2", undefined].map(
        (id) => graph.add("X", {}, id === undefined ? {} : { id }).id,
      ),
    );
    expect(seen).toEqual(["LoRA", "LoRA_2", "LoRA_3", "LoRA_2_2", "X"]);
  });

  it.each(["constructor", "toString", "hasOwnProperty"])("takes the name %s as it is", (id) => {
    expect(reading(emptyDraft, (graph) => graph.add("X", {}, { id }).id).seen).toBe(id);
  });

  it("never overwrites one, whatever the names, and leaves the old draft alone", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 30 }), (names) => {
        const { left } = reading(emptyDraft, (graph) => {
          for (const id of names.filter((entry) => entry !== "__proto__")) graph.add("X", {}, { id });
        });
        expect(Object.keys(left.graph)).toHaveLength(names.length);
        expect(emptyDraft.graph).toEqual({});
      }),
    );
  });

  it("remembers which setting filled an input, and leaves out what is undefined", () => {
    const origins = { steps: "steps", cfg: "cfg" };
    const left = edit(emptyDraft, (graph) => {
      graph.add("X", { steps: 1, cfg: undefined }, { id: "S", origins });
    });
    expect(left.graph["S"]?.inputs).toEqual({ steps: 1 });
    expect(left.origins).toEqual({ "S.steps": { setting: "steps" } });
  });

  it("copies the nodes of before once, however many are added and however often the draft is read", () => {
    let copies = 0;
    const graph = new Proxy(
      { Loader: { class_type: "Loader", inputs: {} } },
      {
        ownKeys: (target) => {
          copies++;
          return Reflect.ownKeys(target);
        },
      },
    );
    const left = edit({ ...withModel, graph }, (editor) => {
      for (let index = 0; index < 100; index++) {
        editor.move({ model: editor.add("X", {}).out() });
        expect(editor.draft.anchors.model).toBeDefined();
        // Nodes that could be read between two edits would have to be copied at each of them.
        expect(Object.keys(editor.draft)).not.toEqual(expect.arrayContaining(["graph"]));
      }
    });
    expect(Object.keys(left.graph)).toHaveLength(101);
    expect(copies).toBe(1);
    edit({ ...withModel, graph }, (editor) => {
      expect(editor.draft.anchors).toBeDefined();
    });
    expect(copies).toBe(1);
  });

  it("takes one that was kept as data, with what is filled in now", () => {
    const recipe = { id: "Tiled", class: "VAEDecodeTiled", inputs: { tile_size: 512 }, output: 1 };
    const { seen, left } = reading(emptyDraft, (graph) => graph.addRecipe(recipe, { samples: link("s") }));
    expect(seen).toEqual(["Tiled", 1]);
    expect(left.graph["Tiled"]?.inputs).toEqual({ tile_size: 512, samples: ["s", 0] });
  });
});

describe("conditioning", () => {
  it("is encoded once, with the clip cursor of that moment", () => {
    const { seen, left } = reading(withModel, (graph) => {
      const first = graph.conditioning("positive");
      graph.move({ clip: link("lora", 1) });
      return [first, graph.conditioning("positive")];
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(left.graph["PositiveCLIP_Base"]).toEqual({
      class_type: "CLIPTextEncode",
      inputs: { text: "a cat", clip: ["loader", 1] },
    });
  });

  it("is made apart for each side and for the refiner", () => {
    const { left } = reading(withModel, (graph) => {
      graph.conditioning("positive");
      graph.conditioning("negative");
      graph.conditioning("negative", "refiner.");
    });
    expect(Object.keys(left.graph)).toHaveLength(3);
    expect(left.graph["NegativeCLIP_Refiner"]?.inputs).toEqual({ text: "blurry", clip: ["refiner", 1] });
  });

  it("is made by the draft's own encoder", () => {
    const encoder = {
      class: "TextEncodeQwenImageEdit",
      inputs: { image: link("LoadImage") },
      text: "prompt",
    };
    const { left } = reading({ ...withModel, encoder }, (graph) => graph.conditioning("negative"));
    expect(left.graph).toEqual({
      NegativeCLIP_Base: {
        class_type: "TextEncodeQwenImageEdit",
        inputs: { image: ["LoadImage", 0], prompt: "blurry", clip: ["loader", 1] },
      },
    });
    expect(left.origins).toEqual({ "NegativeCLIP_Base.prompt": { setting: "negative" } });
  });

  it("says which cursor is missing", () => {
    expect(() => reading(emptyDraft, (graph) => graph.conditioning("positive"))).toThrow(/"clip" cursor/);
    expect(() => reading(emptyDraft, (graph) => graph.cursor("model"))).toThrow(/"model" cursor/);
  });
});

describe("the primary", () => {
  it("is given as it is when it has the type already", () => {
    const { seen, left } = reading(sampled, (graph) => graph.latent());
    expect(seen).toEqual(["sampler", 0]);
    expect(left).toEqual(sampled);
  });

  it("is decoded once", () => {
    const { seen, left } = reading(sampled, (graph) => [graph.image(), graph.image()]);
    expect(seen[1]).toEqual(seen[0]);
    expect(left.graph["VAEDecode"]?.inputs).toEqual({ samples: ["sampler", 0], vae: ["loader", 2] });
  });

  it("is decoded by the draft's own decoder", () => {
    const decoder = { class: "VAEDecodeTiled", inputs: { tile_size: 256 } };
    const { left } = reading({ ...sampled, decoder }, (graph) => graph.image());
    expect(left.graph["VAEDecodeTiled"]?.inputs).toEqual({
      tile_size: 256,
      samples: ["sampler", 0],
      vae: ["loader", 2],
    });
  });

  it("goes back and forth by adding nodes", () => {
    const { left } = reading(sampled, (graph) => [graph.image(), graph.latent()]);
    expect(left.primary).toEqual({ link: ["VAEEncode", 0], type: "LATENT" });
    expect(Object.keys(left.graph)).toEqual(["VAEDecode", "VAEEncode"]);
  });

  it("begins as the latent that the draft names, once", () => {
    const latent = { class: "EmptyLatentImage", inputs: { width: 8 }, origins: { width: "width" } };
    const { seen, left } = reading({ ...withModel, latent }, (graph) => [graph.latent(), graph.latent()]);
    expect(seen[1]).toEqual(seen[0]);
    expect(left.graph).toEqual({
      EmptyLatentImage: { class_type: "EmptyLatentImage", inputs: { width: 8 } },
    });
    expect(left.origins).toEqual({ "EmptyLatentImage.width": { setting: "width" } });
  });

  it("says so when there is none", () => {
    expect(() => reading(withModel, (graph) => graph.image())).toThrow(/"primary" cursor/);
    expect(() => reading(withModel, (graph) => graph.latent())).toThrow(/"primary" cursor/);
  });
});

it("refuses a cursor that does not exist, which plain JavaScript could name", () => {
  const wrong = () => edit(withModel, (graph) => graph.move({ image: link("a") } as never));
  expect(wrong).toThrow(/no cursor "image"/);
});

it("cursors, outputs and other parts change only in the new draft", () => {
  const left = edit(withModel, (graph) => {
    graph.move({ model: link("a") });
    graph.set({ size: { width: 8, height: 8 } });
    graph.output("Save");
    expect(graph.draft.anchors.model).toEqual(["a", 0]);
  });
  expect(left).toMatchObject({ anchors: { model: ["a", 0] }, size: { width: 8 }, outputs: ["Save"] });
  expect(withModel).toMatchObject({ outputs: [] });
});
