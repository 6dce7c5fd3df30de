// The feature `reference-only`: the patched model, the latents, and the reference that is dropped after sampling.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { sample } from "@pictor/workflow-parts";
import { createBuildContext, fakeFiles, sampling } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { createReferenceOnlyHandler } from "./reference-only.js";

const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling: { ...sampling, batch: { size: 3 } },
  anchors: { model: link("Loader"), clip: link("Loader", 1), vae: link("Loader", 2) },
  size: { width: 512, height: 768 },
  latent: { class: "EmptyLatentImage", inputs: {} },
};
const context = () =>
  createBuildContext({ feature: { id: "reference-only", settings: { image: "ref.png" } } });
const run = (given: WorkflowDraft) => createReferenceOnlyHandler(fakeFiles)(given, context());

describe("a reference", () => {
  it("is scaled, encoded, and becomes the first latent of the batch", async () => {
    const { graph, anchors, primary, firstPass } = await run(draft);
    expect(graph["ControlNet_Rescale"]?.inputs).toMatchObject({ width: 512, height: 768 });
    expect(graph["ControlNet_ReferenceOnly"]?.inputs).toEqual({
      model: ["Loader", 0],
      reference: ["ControlNet_VAEEncode", 0],
      batch_size: 3,
    });
    expect(firstPass?.model).toEqual(["ControlNet_ReferenceOnly", 0]);
    expect(anchors).toEqual(draft.anchors);
    expect(primary).toEqual({ link: ["ControlNet_ReferenceOnly", 1], type: "LATENT" });
  });

  it("is dropped after the sampler", async () => {
    const { graph } = sample(await run(draft), context());
    expect(graph["Sampler"]?.inputs).toMatchObject({
      model: ["ControlNet_ReferenceOnly", 0],
      latent_image: ["ControlNet_ReferenceOnly", 1],
    });
    expect(graph["LatentFromBatch"]?.inputs).toMatchObject({ samples: ["Sampler", 0], batch_index: 1 });
    expect(graph).not.toHaveProperty("EmptyLatentImage");
  });

  it("patches the model of the first pass alone", async () => {
    const { cursors } = sample(await run(draft), context());
    expect(cursors?.used?.model).toEqual(["Loader", 0]);
  });

  it("must come after every other change of the model", async () => {
    const referenced = await run(draft);
    const patched = { ...referenced, anchors: { ...referenced.anchors, model: link("FreeU_Base") } };
    expect(() => sample(patched, context())).toThrow(/later feature has changed the model/);
  });
});

const transformer = { blocks: "transformer", noise: "continuous", takesGuidance: true } as const;
it.each<[string, WorkflowDraft, RegExp]>([
  ["nothing is sampled", emptyDraft, /no sampling settings/],
  [
    "the batch is too large to separate from the reference",
    { ...draft, sampling: { ...sampling, batch: { size: 65 } } },
    /65 images/,
  ],
  ["the model is a transformer", { ...draft, traits: transformer }, /UNet/],
  [
    "sampling starts from an image",
    { ...draft, primary: { link: link("a"), type: "IMAGE" } },
    /starts from an image/,
  ],
])("does not apply when %s", async (_situation, given, message) => {
  await expect(run(given)).rejects.toThrow(message);
});
