// Guidance in place of the CFG scale.

import { emptyDraft } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf, sampling } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { embedGuidance } from "./guidance.js";

const context = contextOf({ feature: { id: "flux-guidance", settings: { guidance: 4 } } });
const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  latent: { class: "EmptyLatentImage", inputs: { width: 8, height: 8, batch_size: 2 } },
};

it("is data, with a latent of the right kind", () => {
  const { sampling: changed, latent, graph } = embedGuidance(draft, context);
  expect(changed).toEqual({ ...sampling, guidance: 4 });
  expect(latent).toMatchObject({ class: "EmptySD3LatentImage", inputs: { batch_size: 2 } });
  expect(graph).toEqual({});
});

it("changes the guidance of a model that has it already", () => {
  const flux: WorkflowDraft = { ...draft, sampling: { ...sampling, path: "guider", guidance: 3.5 } };
  expect(embedGuidance(flux, context).sampling).toEqual({ ...flux.sampling, guidance: 4 });
});

it("is refused where nothing is sampled, and where the model takes none", () => {
  const traits = { blocks: "unet", noise: "discrete", takesGuidance: false } as const;
  expect(() => embedGuidance(emptyDraft, context)).toThrow(/leaves no sampling settings to add-ons/);
  expect(() => embedGuidance({ ...draft, traits }, context)).toThrow(/Flux kind/);
});
