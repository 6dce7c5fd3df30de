// The draft of the form: what stays, what is sent, and what of a kept draft is taken.

import { describe, expect, it } from "vitest";
import {
  acceptDraft,
  changeFeature,
  emptyDraft,
  moveFeature,
  requestOf,
  seedModeOf,
  withExample,
  withDefaults,
  withFeature,
  withNextSeed,
  withoutFeature,
  withParam,
  withPriority,
  withRecall,
  withSeedMode,
  withWorkflow,
  type Draft,
} from "./draft.js";

describe("the request of a draft", () => {
  it("has only what was set, and the features that are switched on in their order", () => {
    const one = withFeature(
      withFeature(withParam(emptyDraft, "prompt", "a fox"), "lora", { name: "a" }),
      "hires-fix",
    );
    const [lora, hires] = one.features;
    const moved = moveFeature(one, hires?.key ?? "", -1);
    expect(moveFeature(one, "removed meanwhile", 1)).toBe(one);
    expect(requestOf(moved)).toEqual({
      workflow: "txt2img",
      params: { prompt: "a fox" },
      features: [
        { id: "hires-fix", settings: {} },
        { id: "lora", settings: { name: "a" } },
      ],
    });
    const off = changeFeature(moved, lora?.key ?? "", { isOn: false });
    expect(requestOf(off).features).toEqual([{ id: "hires-fix", settings: {} }]);
    expect(off.features).toHaveLength(2);
    expect(requestOf(withoutFeature(off, hires?.key ?? ""))).not.toHaveProperty("features");
    expect(requestOf({ ...emptyDraft, backend: "studio", count: 4 })).toMatchObject({
      backend: "studio",
      count: 4,
    });
  });

  it("has a priority only if it is not the normal one, and a kept draft has it too", () => {
    const high = withPriority(emptyDraft, "high");
    expect(requestOf(high).priority).toBe("high");
    expect(requestOf(withPriority(high, "normal"))).not.toHaveProperty("priority");
    expect(acceptDraft(high)?.priority).toBe("high");
    expect(acceptDraft({ ...high, priority: "urgent" })).not.toHaveProperty("priority");
  });

  it("keeps the values of a workflow, and takes those along that the next one has", () => {
    const text = withParam(withParam(emptyDraft, "prompt", "a fox"), "width", 512);
    const image = withParam(withWorkflow(text, "img2img", ["prompt", "image"]), "image", "a.png");
    expect(requestOf(image).params).toEqual({ prompt: "a fox", image: "a.png" });
    const back = withWorkflow(withParam(image, "prompt", "a cat"), "txt2img", ["prompt", "width"]);
    expect(requestOf(back).params).toEqual({ prompt: "a cat", width: 512 });
    const recalled = withParam(withParam(text, "denoise", 1), "steps", 9);
    const next = withWorkflow(recalled, "img2img", ["prompt", "denoise", "steps"], { denoise: 1, steps: 20 });
    expect(requestOf(next).params).toEqual({ prompt: "a fox", steps: 9 });
  });

  it("is that of a recalled image, on the backend of the form", () => {
    const recalled = withRecall(
      { ...emptyDraft, backend: "studio" },
      {
        workflow: "flux",
        params: { seed: "7" },
        features: [{ id: "lora", settings: { name: "a" } }],
        count: 1,
      },
    );
    expect(requestOf(recalled)).toEqual({
      workflow: "flux",
      params: { seed: "7" },
      features: [{ id: "lora", settings: { name: "a" } }],
      backend: "studio",
    });
  });
});

describe("the seed", () => {
  const seedOf = (draft: Draft) => [seedModeOf(draft), requestOf(draft).params?.["seed"]];

  it("is new each time, kept, or the next one after each job", () => {
    expect(seedOf(emptyDraft)).toEqual(["random", undefined]);
    const fixed = withSeedMode(emptyDraft, "fixed", "7");
    expect(seedOf(fixed)).toEqual(["fixed", "7"]);
    expect(withNextSeed(fixed)).toBe(fixed);
    const growing = withSeedMode({ ...fixed, count: 4 }, "increment", "9");
    expect(seedOf(withNextSeed(growing))).toEqual(["increment", "11"]);
    expect(seedOf(withSeedMode(growing, "random", "9"))).toEqual(["random", undefined]);
  });

  it("begins again after the largest one", () => {
    const last = withSeedMode(emptyDraft, "increment", "18446744073709551615");
    expect(seedOf(withNextSeed(last))).toEqual(["increment", "0"]);
  });
});

it("the first visit has the example without its seed and its files, and a later visit what was there", () => {
  const example = { prompt: "a lighthouse", seed: "20", image: "image.png" };
  const first = withExample(emptyDraft, example, ["prompt", "seed"]);
  expect(requestOf(first).params).toEqual({ prompt: "a lighthouse" });
  expect(withExample(withParam(emptyDraft, "prompt", ""), example, ["prompt"]).params).toEqual({
    txt2img: { prompt: "" },
  });
});

it.each([
  [null, undefined],
  ["text", undefined],
  [{ workflow: "txt2img" }, undefined],
  [
    {
      workflow: "txt2img",
      params: { txt2img: { seed: "1" }, broken: 7 },
      features: [{ id: "lora" }, 7],
      count: 0,
    },
    { workflow: "txt2img", params: { txt2img: { seed: "1" } }, features: [], count: 1 },
  ],
  [
    { ...emptyDraft, backend: "studio", count: 3 },
    { ...emptyDraft, backend: "studio", count: 3 },
  ],
])("of the kept draft %j the page takes %j", (kept, taken) => {
  expect(acceptDraft(kept)).toEqual(taken);
});

it("a form with its defaults keeps its workflow, its backend, its graph and the values of other workflows", () => {
  const other = withParam(emptyDraft, "prompt", "a fox");
  const graph = { $upload: "1" };
  const filled = withParam(withParam({ ...other, workflow: "custom" }, "graph", graph), "seed", "7");
  const full = withFeature({ ...filled, backend: "studio", count: 4 }, "lora", { name: "a" });
  expect(withDefaults(full)).toEqual({
    workflow: "custom",
    backend: "studio",
    count: 1,
    features: [],
    params: { txt2img: { prompt: "a fox" }, custom: { graph } },
  });
});
