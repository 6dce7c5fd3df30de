// The node that each patch adds, and that base model and refiner are patched separately.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { applyCfgRescale, applyDiscreteSampling, applyFreeU, applyNrs } from "./model-patches.js";

const one: WorkflowDraft = { ...emptyDraft, sampling, anchors: { model: link("Base") } };
const two: WorkflowDraft = { ...one, anchors: { model: link("Base"), "refiner.model": link("Refiner") } };

describe.each([
  ["freeu", applyFreeU, "FreeU", { b1: 1.5, b2: 1.6, s1: 0.9, s2: 0.2 }],
  ["nrs", applyNrs, "NRS", { skew: 4, stretch: 2, squash: 0 }],
  ["discrete-sampling", applyDiscreteSampling, "ModelSamplingDiscrete", { sampling: "lcm", zsnr: true }],
  ["cfg-rescale", applyCfgRescale, "RescaleCFG", { multiplier: 0.7 }],
] as const)("%s", (id, handler, nodeClass, settings) => {
  const run = (draft: WorkflowDraft) => handler(draft, createBuildContext({ feature: { id, settings } }));

  it("adds a node after the model", () => {
    const { graph, anchors, origins } = run(one);
    expect(graph).toEqual({
      [`${nodeClass}_Base`]: { class_type: nodeClass, inputs: { ...settings, model: ["Base", 0] } },
    });
    expect(anchors.model).toEqual([`${nodeClass}_Base`, 0]);
    for (const name of Object.keys(settings))
      expect(origins[`${nodeClass}_Base.${name}`]?.setting).toBe(name);
  });

  it("patches each of two models separately", () => {
    const { graph, anchors } = run(two);
    expect(graph[`${nodeClass}_Base`]?.inputs["model"]).toEqual(["Base", 0]);
    expect(graph[`${nodeClass}_Refiner`]?.inputs["model"]).toEqual(["Refiner", 0]);
    expect([anchors.model, anchors["refiner.model"]]).toEqual([
      [`${nodeClass}_Base`, 0],
      [`${nodeClass}_Refiner`, 0],
    ]);
  });

  it("continues from the previous patch", () => {
    expect(run(run(one)).graph[`${nodeClass}_Base_2`]?.inputs["model"]).toEqual([`${nodeClass}_Base`, 0]);
  });

  it("does not apply without a model", () => {
    expect(() => run(emptyDraft)).toThrow(/offers no model/);
  });
});

const transformer = { blocks: "transformer", noise: "continuous", takesGuidance: true } as const;
it.each([
  ["freeu", applyFreeU, { ...one, traits: transformer }, /UNet/],
  ["discrete-sampling", applyDiscreteSampling, { ...one, traits: transformer }, /continuous noise/],
  ["nrs", applyNrs, { ...one, sampling: { ...sampling, path: "guider", guidance: 3.5 } }, /no cfg/],
  [
    "cfg-rescale",
    applyCfgRescale,
    { ...one, traits: { ...transformer, hasOwnGuidance: true } },
    /cfg of its own/,
  ],
] as const)("%s does not apply when it would have no effect or do harm", (id, handler, draft, message) => {
  expect(() => handler(draft, createBuildContext({ feature: { id, settings: {} } }))).toThrow(message);
});
