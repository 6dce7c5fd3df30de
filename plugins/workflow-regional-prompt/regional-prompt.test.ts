// The feature `regional-prompt`: nodes of each region for both sides and both models, and regions that are left out.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { Anchors, WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, fakeFiles, sampling, node } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { createRegionalPromptHandler } from "./regional-prompt.js";

const draftOf = (anchors: Anchors): WorkflowDraft => ({
  ...emptyDraft,
  sampling,
  anchors,
  prompts: { positive: "all", negative: "fog" },
});
const base = { model: link("Loader"), clip: link("Loader", 1) };
const region = (change = {}) => ({
  mask: "left.png",
  prompt: "",
  negative: "",
  strength: 1,
  area: "default",
  ...change,
});
const run = (draft: WorkflowDraft, ...regions: object[]) =>
  createRegionalPromptHandler(fakeFiles)(
    draft,
    createBuildContext({ feature: { id: "regional-prompt", settings: { regions } as never } }),
  );

describe("a region", () => {
  it("is encoded, masked, and combined with the workflow's prompt", async () => {
    const { graph, anchors, inputs } = await run(
      draftOf(base),
      region({ prompt: "a cat", strength: 0.5, area: "mask bounds" }),
    );
    expect(graph).toEqual({
      RegionalPrompt_LoadMask_1: node("LoadImageMask", { image: "left.png", channel: "red" }),
      RegionalPrompt_CLIP_1: node("CLIPTextEncode", { text: "a cat", clip: ["Loader", 1] }),
      RegionalPrompt_SetMask_1: node("ConditioningSetMask", {
        conditioning: ["RegionalPrompt_CLIP_1", 0],
        mask: ["RegionalPrompt_LoadMask_1", 0],
        strength: 0.5,
        set_cond_area: "mask bounds",
      }),
      PositiveCLIP_Base: node("CLIPTextEncode", { text: "all", clip: ["Loader", 1] }),
      RegionalPrompt_Combine_1: node("ConditioningCombine", {
        conditioning_1: ["PositiveCLIP_Base", 0],
        conditioning_2: ["RegionalPrompt_SetMask_1", 0],
      }),
    });
    expect(anchors.positive).toEqual(["RegionalPrompt_Combine_1", 0]);
    expect(inputs).toHaveLength(1);
  });

  it("continues from the previous region on each side that has a text", async () => {
    const { graph } = await run(
      draftOf(base),
      region({ prompt: "a cat", negative: "a dog" }),
      region({ mask: "right.png", prompt: "a tree" }),
    );
    expect(graph["RegionalPrompt_Combine_2"]?.inputs["conditioning_1"]).toEqual([
      "RegionalPrompt_Combine_1",
      0,
    ]);
    expect(graph["RegionalPrompt_Combine_Neg_1"]?.inputs["conditioning_1"]).toEqual(["NegativeCLIP_Base", 0]);
    expect(graph).not.toHaveProperty("RegionalPrompt_CLIP_Neg_2");
  });

  it("is encoded for each of two models on both sides", async () => {
    const two = { ...base, "refiner.model": link("Refiner"), "refiner.clip": link("Refiner", 1) };
    const { graph } = await run(draftOf(two), region({ prompt: "a cat", negative: "a dog" }));
    expect(graph["Refiner_RegionalPrompt_CLIP_1"]?.inputs["clip"]).toEqual(["Refiner", 1]);
    expect(graph["Refiner_RegionalPrompt_Combine_Neg_1"]?.inputs["conditioning_1"]).toEqual([
      "NegativeCLIP_Refiner",
      0,
    ]);
    expect(graph).not.toHaveProperty("RegionalPrompt_LoadMask_1_2");
  });

  it("without a text is left out, and the other regions keep their numbers", async () => {
    const { graph, origins } = await run(draftOf(base), region(), region({ prompt: "a cat" }));
    expect(Object.keys(graph).filter((id) => id.startsWith("RegionalPrompt_LoadMask"))).toHaveLength(1);
    expect(origins["RegionalPrompt_LoadMask_2.image"]?.setting).toBe("regions.1.mask");
  });
});

it.each<[string, WorkflowDraft, object, RegExp]>([
  ["nothing is sampled", emptyDraft, region({ prompt: "a" }), /no sampling settings/],
  ["a video is made", { ...draftOf(base), medium: "video" }, region({ prompt: "a" }), /video/],
  ["there is no text encoder", draftOf({ model: link("L") }), region({ prompt: "a" }), /no text encoder/],
  ["no region has a text", draftOf(base), region(), /no region has a prompt/],
])("does not apply when %s", async (_situation, draft, given, message) => {
  await expect(run(draft, given)).rejects.toThrow(message);
});
