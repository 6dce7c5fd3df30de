// What each patch adds, and that with a refiner each model keeps to itself.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf, sampling } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { freeU, rejectNegative, rescaleCfg, sampleDiscrete } from "./patches.js";

const one: WorkflowDraft = { ...emptyDraft, sampling, anchors: { model: link("Base") } };
const two: WorkflowDraft = {
  ...one,
  anchors: { model: link("Base"), "refiner.model": link("Refiner") },
};

describe.each([
  ["freeu", freeU, "FreeU", { b1: 1.5, b2: 1.6, s1: 0.9, s2: 0.2 }],
  ["nrs", rejectNegative, "NRS", { skew: 4, stretch: 2, squash: 0 }],
  ["discrete-sampling", sampleDiscrete, "ModelSamplingDiscrete", { sampling: "lcm", zsnr: true }],
  ["cfg-rescale", rescaleCfg, "RescaleCFG", { multiplier: 0.7 }],
] as const)("%s", (id, handler, nodeClass, settings) => {
  const run = (draft: WorkflowDraft) => handler(draft, contextOf({ feature: { id, settings } }));

  it("is a node behind the model", () => {
    const { graph, anchors, origins } = run(one);
    expect(graph).toEqual({
      [`${nodeClass}_Base`]: { class_type: nodeClass, inputs: { ...settings, model: ["Base", 0] } },
    });
    expect(anchors.model).toEqual([`${nodeClass}_Base`, 0]);
    for (const name of Object.keys(settings)) expect(origins[`${nodeClass}_Base.${name}`]).toBe(name);
  });

  it("patches each of two models from that model itself", () => {
    const { graph, anchors } = run(two);
    expect(graph[`${nodeClass}_Base`]?.inputs["model"]).toEqual(["Base", 0]);
    expect(graph[`${nodeClass}_Refiner`]?.inputs["model"]).toEqual(["Refiner", 0]);
    expect([anchors.model, anchors["refiner.model"]]).toEqual([
      [`${nodeClass}_Base`, 0],
      [`${nodeClass}_Refiner`, 0],
    ]);
  });

  it("goes on from the patch before", () => {
    expect(run(run(one)).graph[`${nodeClass}_Base_2`]?.inputs["model"]).toEqual([`${nodeClass}_Base`, 0]);
  });

  it("is refused where there is no model", () => {
    expect(() => run(emptyDraft)).toThrow(/it offers add-ons no model/);
  });
});

const transformer = { blocks: "transformer", noise: "continuous", takesGuidance: true } as const;
it.each([
  ["freeu", freeU, { ...one, traits: transformer }, /UNet/],
  ["discrete-sampling", sampleDiscrete, { ...one, traits: transformer }, /continuous noise/],
  ["nrs", rejectNegative, { ...one, sampling: { ...sampling, path: "guider", guidance: 3.5 } }, /no cfg/],
  [
    "cfg-rescale",
    rescaleCfg,
    { ...one, traits: { ...transformer, hasOwnGuidance: true } },
    /cfg of their own/,
  ],
] as const)("%s is refused where it would do nothing or harm", (id, handler, draft, message) => {
  expect(() => handler(draft, contextOf({ feature: { id, settings: {} } }))).toThrow(message);
});
