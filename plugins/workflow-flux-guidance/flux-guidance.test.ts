// The feature `flux-guidance`: embedded guidance in place of the CFG scale.

import { emptyDraft } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { embedGuidance } from "./flux-guidance.js";

const context = createBuildContext({ feature: { id: "flux-guidance", settings: { guidance: 4 } } });
const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  latent: { class: "EmptyLatentImage", inputs: { width: 8, height: 8, batch_size: 2 } },
};

it("changes the sampling settings and the kind of latent, and adds no node", () => {
  const { sampling: changed, latent, graph } = embedGuidance(draft, context);
  expect(changed).toEqual({ ...sampling, guidance: 4 });
  expect(latent).toMatchObject({ class: "EmptySD3LatentImage", inputs: { batch_size: 2 } });
  expect(graph).toEqual({});
});

it("replaces the guidance of a model that has one already", () => {
  const flux: WorkflowDraft = { ...draft, sampling: { ...sampling, path: "guider", guidance: 3.5 } };
  expect(embedGuidance(flux, context).sampling).toEqual({ ...flux.sampling, guidance: 4 });
});

it("does not apply when nothing is sampled or the model takes no guidance", () => {
  const traits = { blocks: "unet", noise: "discrete", takesGuidance: false } as const;
  expect(() => embedGuidance(emptyDraft, context)).toThrow(/no sampling settings/);
  expect(() => embedGuidance({ ...draft, traits }, context)).toThrow(/Flux kind/);
});
