// The feature `controlnet` on one model and on two, repeated, and where it does not apply.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { Anchors, WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, fakeFiles, sampling, node } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { createControlNetHandler } from "./controlnet.js";

const draftOf = (anchors: Anchors): WorkflowDraft => ({
  ...emptyDraft,
  sampling,
  anchors,
  prompts: { positive: "a", negative: "b" },
  size: { width: 512, height: 768 },
});
const base = { model: link("Loader"), clip: link("Loader", 1), vae: link("Loader", 2) };
const one = draftOf(base);
const settings = { image: "pose.png", model: "canny", strength: 0.7, start: 0, end: 0.8 };
const run = (draft: WorkflowDraft, change = {}) =>
  createControlNetHandler(fakeFiles)(
    draft,
    createBuildContext({ feature: { id: "controlnet", settings: { ...settings, ...change } } }),
  );

describe("a ControlNet", () => {
  it("changes both sides of the conditioning", async () => {
    const { graph, anchors, inputs } = await run(one);
    expect(graph["ControlNet_LoadImage"]?.inputs).toEqual({ image: "pose.png" });
    expect(graph["ControlNetLoader"]?.inputs).toEqual({ control_net_name: "canny" });
    expect(graph["ControlNetApply"]).toEqual(
      node("ControlNetApplyAdvanced", {
        positive: ["PositiveCLIP_Base", 0],
        negative: ["NegativeCLIP_Base", 0],
        control_net: ["ControlNetLoader", 0],
        image: ["ControlNet_LoadImage", 0],
        strength: 0.7,
        start_percent: 0,
        end_percent: 0.8,
      }),
    );
    expect(anchors).toMatchObject({ positive: ["ControlNetApply", 0], negative: ["ControlNetApply", 1] });
    expect(inputs.map(({ name }) => name)).toEqual(["pose.png"]);
  });

  it.each([
    [{ preprocessor: "CannyEdgePreprocessor" }, 512],
    [{ preprocessor: "CannyEdgePreprocessor", resolution: 256 }, 256],
  ])("may take its image from a preprocessor: %o", async (change, resolution) => {
    const { graph } = await run(one, change);
    expect(graph["ControlNet_Preprocessor"]?.inputs).toEqual({
      image: ["ControlNet_LoadImage", 0],
      preprocessor: "CannyEdgePreprocessor",
      resolution,
    });
    expect(graph["ControlNetApply"]?.inputs["image"]).toEqual(["ControlNet_Preprocessor", 0]);
  });

  it("is loaded once and applied to each of two models", async () => {
    const { graph, anchors } = await run(
      draftOf({ ...base, "refiner.model": link("Refiner"), "refiner.clip": link("Refiner", 1) }),
    );
    expect(graph["Refiner_ControlNetApply"]?.inputs["positive"]).toEqual(["PositiveCLIP_Refiner", 0]);
    expect(anchors["refiner.positive"]).toEqual(["Refiner_ControlNetApply", 0]);
    expect(graph).not.toHaveProperty("ControlNetLoader_2");
  });

  it("continues from the previous ControlNet and adds the same input file once", async () => {
    const { graph, inputs } = await run(await run(one));
    expect(graph["ControlNetApply_2"]?.inputs["positive"]).toEqual(["ControlNetApply", 0]);
    expect(inputs).toHaveLength(1);
  });

  it("of a transformer gets the VAE", async () => {
    const traits = { blocks: "transformer", noise: "continuous", takesGuidance: true } as const;
    expect((await run({ ...one, traits })).graph["ControlNetApply"]?.inputs["vae"]).toEqual(["Loader", 2]);
  });
});

const encodesTogether = {
  blocks: "transformer",
  noise: "continuous",
  takesGuidance: false,
  encodesTogether: true,
} as const;
it.each<[string, WorkflowDraft, object, RegExp]>([
  ["nothing is sampled", emptyDraft, {}, /no sampling settings/],
  ["a video is made", { ...one, medium: "video" }, {}, /frame by frame/],
  ["there is no text encoder", draftOf({ model: link("Loader") }), {}, /no text encoder/],
  [
    "text and images are encoded together",
    { ...one, traits: encodesTogether },
    {},
    /together with its images/,
  ],
  ["it ends before it starts", one, { start: 0.9 }, /end \(0.8\) before it starts \(0.9\)/],
])("does not apply when %s", async (_situation, draft, change, message) => {
  await expect(run(draft, change)).rejects.toThrow(message);
});
