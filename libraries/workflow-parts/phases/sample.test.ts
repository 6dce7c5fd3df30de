// The phase sample on drafts that features have changed: the sampler's inputs, its output, and what later passes find.

import { edit, emptyDraft } from "@pictor/kernel/plugin";
import type { Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { node } from "../testing/node.js";
import { sampling } from "../testing/build-context.js";
import { sample } from "./sample.js";

const start: WorkflowDraft = {
  ...emptyDraft,
  anchors: { model: ["Loader", 0], clip: ["Loader", 1], vae: ["Loader", 2] },
  cursors: { original: { model: ["Loader", 0] } },
  latent: { class: "EmptyLatentImage", inputs: {} },
  size: { width: 64, height: 32 },
  sampling,
};
const refined: WorkflowDraft = {
  ...start,
  anchors: {
    ...start.anchors,
    "refiner.model": ["Refiner", 0],
    "refiner.clip": ["Refiner", 1],
    "refiner.vae": ["Refiner", 2],
  },
};
const sampled = (change: Partial<Sampling> = {}, draft: WorkflowDraft = start) =>
  sample({ ...draft, sampling: { ...sampling, ...change } }, { workflow: "txt2img" });
const latentOf = ({ graph }: WorkflowDraft) => graph["Sampler"]?.inputs["latent_image"];

const image: WorkflowDraft = { ...start, primary: { link: ["Noise", 0], type: "IMAGE" } };
it.each<[string, WorkflowDraft, Partial<Sampling>, string]>([
  [
    "of an empty latent is not repeated, as the latent has its size",
    start,
    { batch: { size: 3 } },
    "EmptyLatentImage",
  ],
  ["of an image repeats its latent", image, { batch: { size: 3 } }, "RepeatLatentBatch"],
  ["of size 1 repeats nothing", image, { batch: { size: 1 } }, "VAEEncode"],
  ["with an index picks one image", image, { batch: { size: 3, index: 2 } }, "LatentFromBatch"],
])("a batch: %s", (_what, draft, change, id) => {
  expect(latentOf(sampled(change, draft))).toEqual([id, 0]);
});

describe("leading latents that are not results", () => {
  const reference: WorkflowDraft = { ...start, primary: { link: ["Reference", 1], type: "LATENT" } };

  it("are dropped after sampling; the batch is in the primary already", () => {
    const draft = sampled({ discard: 1, batch: { size: 3 } }, reference);
    expect(draft.graph["LatentFromBatch"]?.inputs).toEqual({
      samples: ["Sampler", 0],
      batch_index: 1,
      length: 64,
    });
    expect(latentOf(draft)).toEqual(["Reference", 1]);
    expect(draft.primary).toEqual({ link: ["LatentFromBatch", 0], type: "LATENT" });
  });

  it("are dropped with all but the one image that is asked for", () => {
    const draft = sampled({ discard: 1, batch: { size: 3, index: 1 } }, reference);
    expect(draft.graph["LatentFromBatch"]?.inputs).toMatchObject({ batch_index: 2, length: 1 });
    expect(latentOf(draft)).toEqual(["Reference", 1]);
  });

  it("reach neither the refiner nor the output of SamplerCustomAdvanced", () => {
    const base = { ...refined, primary: reference.primary! };
    expect(sampled({ discard: 1, refinerSteps: 5 }, base).graph["Sampler_Refiner"]?.inputs).toMatchObject({
      latent_image: ["LatentFromBatch", 0],
    });
    expect(sampled({ discard: 1, path: "guider" }, reference).graph["LatentFromBatch"]?.inputs).toMatchObject(
      { samples: ["SamplerCustomAdvanced", 0] },
    );
  });
});

describe("what later passes find", () => {
  it("includes the cursors as the sampler used them, besides the original ones", () => {
    const patched = edit(start, (graph) =>
      graph.move({ model: graph.add("FreeU", { model: graph.cursor("model") }).out() }),
    );
    const { cursors } = sampled({ guidance: 3 }, patched);
    expect(cursors?.original).toEqual(start.cursors?.original);
    expect(cursors?.used).toMatchObject({
      model: ["FreeU", 0],
      positive: ["FluxGuidance", 0],
      negative: ["NegativeCLIP_Base", 0],
    });
  });

  it("includes the nodes of SamplerCustomAdvanced", () => {
    expect(sampled({ path: "guider" }).guiderNodes).toEqual({
      noise: ["RandomNoise", 0],
      guider: ["CFGGuider", 0],
      sampler: ["KSamplerSelect", 0],
      sigmas: ["BasicScheduler", 0],
    });
    expect(sampled().guiderNodes).toBeUndefined();
  });
});

it("a refiner takes no embedded guidance and keeps its cfg", () => {
  const { graph } = sampled({ guidance: 3, cfg: 6, refinerSteps: 10 }, refined);
  expect([graph["Sampler"]?.inputs["cfg"], graph["Sampler_Refiner"]?.inputs["cfg"]]).toEqual([1, 6]);
  expect(graph["Sampler_Refiner"]?.inputs["positive"]).toEqual(["PositiveCLIP_Refiner", 0]);
  expect(graph["PositiveCLIP_Refiner"]?.inputs["clip"]).toEqual(["Refiner", 1]);
});

it("a node in place of KSampler takes the same inputs and its own", () => {
  const { graph } = sampled({ node: { class: "PlasmaSampler", inputs: { distribution_type: "rand" } } });
  expect(graph["Sampler"]).toMatchObject(
    node("PlasmaSampler", { distribution_type: "rand", steps: 20, model: ["Loader", 0] }),
  );
});

it.each<[string, Partial<Sampling>, string]>([
  ["sd_turbo", { scheduler: "sd_turbo" }, "SDTurboScheduler"],
  ["align_your_steps", { scheduler: "align_your_steps" }, "AlignYourStepsScheduler"],
  ["Flux.2, whatever the scheduler", { sigmas: "flux2", scheduler: "sd_turbo" }, "Flux2Scheduler"],
  ["a scheduler of KSampler", {}, "BasicScheduler"],
])("SamplerCustomAdvanced takes the sigmas of %s", (_name, change, id) => {
  const { graph } = sampled({ path: "guider", ...change });
  expect(graph["SamplerCustomAdvanced"]?.inputs["sigmas"]).toEqual([id, 0]);
});
