// The feature `cudnn-toggle`: the latent passes through the switch.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, node } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { toggleCudnn } from "./cudnn-toggle.js";

const context = createBuildContext({
  feature: { id: "cudnn-toggle", settings: { enable: false, benchmark: false } },
});
const latent: WorkflowDraft = { ...emptyDraft, primary: { link: link("Sampler"), type: "LATENT" } };

it("continues from the third output", () => {
  const { graph, primary } = toggleCudnn(latent, context);
  expect(graph).toEqual({
    CUDNNToggle: node("CUDNNToggleAutoPassthrough", {
      latent: ["Sampler", 0],
      enable_cudnn: false,
      cudnn_benchmark: false,
    }),
  });
  expect(primary).toEqual({ link: ["CUDNNToggle", 2], type: "LATENT" });
});

it.each<WorkflowDraft>([emptyDraft, { ...latent, primary: { link: link("Decode"), type: "IMAGE" } }])(
  "does not apply when there is no latent",
  (draft) => {
    expect(() => toggleCudnn(draft, context)).toThrow(/no latent at this point/);
  },
);
