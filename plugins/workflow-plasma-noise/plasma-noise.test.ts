// The feature `plasma-noise`: an image of noise in place of the empty latent.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { startFromNoise } from "./plasma-noise.js";

const settings = {
  kind: "plasma",
  turbulence: 2.75,
  plasmaSampler: false,
  latentNoise: 0.05,
  valueMin: -1,
  valueMax: -1,
  redMin: -1,
  redMax: -1,
  greenMin: -1,
  greenMax: -1,
  blueMin: 10,
  blueMax: 90,
};
const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  size: { width: 512, height: 768 },
  latent: { class: "EmptyLatentImage", inputs: {} },
};
const run = (given: WorkflowDraft, change = {}) =>
  startFromNoise(
    given,
    createBuildContext({ feature: { id: "plasma-noise", settings: { ...settings, ...change } } }),
  );

describe("the noise", () => {
  it("is where sampling starts", () => {
    const { graph, primary } = run(draft);
    expect(primary).toEqual({ link: ["PlasmaNoise", 0], type: "IMAGE" });
    expect(graph["PlasmaNoise"]).toMatchObject({
      class_type: "Lykos_JDC_Plasma",
      inputs: {
        width: 512,
        height: 768,
        seed: 7n,
        turbulence: 2.75,
        red_max: -1,
        blue_min: 10,
        blue_max: 90,
      },
    });
  });

  it.each([
    ["random", "RandNoise"],
    ["grey", "GreyNoise"],
    ["pink", "PinkNoise"],
    ["brown", "BrownNoise"],
  ])("of the kind %s has no turbulence", (kind, name) => {
    const node = run(draft, { kind }).graph["PlasmaNoise"];
    expect(node?.class_type).toBe(`Lykos_JDC_${name}`);
    expect(node?.inputs).not.toHaveProperty("turbulence");
  });

  it("may be sampled by the extension's own sampler", () => {
    expect(run(draft, { plasmaSampler: true }).sampling?.node).toEqual({
      class: "Lykos_JDC_PlasmaSampler",
      inputs: { noise_seed: 7n, latent_noise: 0.05, distribution_type: "rand" },
    });
  });
});

it.each<[string, WorkflowDraft, object, RegExp]>([
  ["nothing is sampled", emptyDraft, {}, /no sampling settings/],
  [
    "sampling starts from an image",
    { ...draft, primary: { link: link("a"), type: "IMAGE" } },
    {},
    /starts from an image/,
  ],
  ["a video is made", { ...draft, medium: "video" }, {}, /video/],
  [
    "the plasma sampler is chosen with a refiner",
    { ...draft, sampling: { ...sampling, refinerSteps: 3 } },
    { plasmaSampler: true },
    /neither a refiner/,
  ],
  [
    "the plasma sampler is chosen with a pseudo scheduler",
    { ...draft, sampling: { ...sampling, scheduler: "sd_turbo" } },
    { plasmaSampler: true },
    /scheduler sd_turbo/,
  ],
])("does not apply when %s", (_situation, given, change, message) => {
  expect(() => run(given, change)).toThrow(message);
});
