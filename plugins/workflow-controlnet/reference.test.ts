// A reference beside the pictures: the model, the latents, and what is dropped behind the sampler.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { sample } from "@pictor/workflow-parts";
import { contextOf, files, sampling } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { followReference } from "./reference.js";

const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling: { ...sampling, batch: { size: 3 } },
  anchors: { model: link("Loader"), clip: link("Loader", 1), vae: link("Loader", 2) },
  size: { width: 512, height: 768 },
  latent: { class: "EmptyLatentImage", inputs: {} },
};
const context = () => contextOf({ feature: { id: "reference-only", settings: { image: "ref.png" } } });
const run = (given: WorkflowDraft) => followReference(files)(given, context());

describe("a reference", () => {
  it("is scaled, encoded, and goes ahead of the batch", async () => {
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

  it("is dropped behind the sampler", async () => {
    const { graph } = sample(await run(draft), context());
    expect(graph["Sampler"]?.inputs).toMatchObject({
      model: ["ControlNet_ReferenceOnly", 0],
      latent_image: ["ControlNet_ReferenceOnly", 1],
    });
    expect(graph["LatentFromBatch"]?.inputs).toMatchObject({ samples: ["Sampler", 0], batch_index: 1 });
    expect(graph).not.toHaveProperty("EmptyLatentImage");
  });

  it("is used by the first pass alone", async () => {
    const { cursors } = sample(await run(draft), context());
    expect(cursors?.used?.model).toEqual(["Loader", 0]);
  });

  it("comes behind whatever else changes the model", async () => {
    const looking = await run(draft);
    const patched = { ...looking, anchors: { ...looking.anchors, model: link("FreeU_Base") } };
    expect(() => sample(patched, context())).toThrow(/behind it has changed the model/);
  });
});

describe("is refused where", () => {
  const transformer = { blocks: "transformer", noise: "continuous", takesGuidance: true } as const;
  it.each<[string, WorkflowDraft, RegExp]>([
    ["nothing is sampled", emptyDraft, /leaves no sampling settings to add-ons/],
    [
      "more pictures are made at once than could be told from it",
      { ...draft, sampling: { ...sampling, batch: { size: 65 } } },
      /65 pictures/,
    ],
    ["the model is of another kind", { ...draft, traits: transformer }, /UNet/],
    [
      "a picture is the start",
      { ...draft, primary: { link: link("a"), type: "IMAGE" } },
      /starts from a picture/,
    ],
  ])("%s", async (_situation, given, message) => {
    await expect(run(given)).rejects.toThrow(message);
  });
});
