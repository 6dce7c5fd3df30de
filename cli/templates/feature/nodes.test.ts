// The feature on a draft as a workflow leaves it, without a backend.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyDraft, link, type BuildContext, type WorkflowDraft } from "@pictor/kernel/plugin";
import { addAcme } from "./nodes.ts";

const sampled: WorkflowDraft = {
  ...emptyDraft,
  anchors: { vae: link("Loader", 2) as NonNullable<WorkflowDraft["anchors"]["vae"]> },
  primary: { link: link("Sampler"), type: "LATENT" },
};
const context = { feature: { id: "acme", settings: { amount: 2 }, index: 0 } } as unknown as BuildContext;

test("the sharpened image becomes the primary", async () => {
  const draft = await addAcme(sampled, context);
  assert.deepEqual(draft?.primary, { link: ["ImageSharpen", 0], type: "IMAGE" });
  assert.equal(draft.graph["ImageSharpen"]?.inputs["alpha"], 2);
});

test("a latent is decoded first", async () => {
  const draft = await addAcme(sampled, context);
  assert.deepEqual(draft?.graph["VAEDecode"]?.inputs, { samples: ["Sampler", 0], vae: ["Loader", 2] });
});
