// A node that the latent passes through; the switch is its side effect.

import { edit, type LinkOf } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { notApplicable, settingsOf } from "@pictor/workflow-parts";
import type { CudnnToggleSettings } from "./settings.gen.js";

/** Comes with ComfyUI builds for ZLUDA; no extension provides it. Its outputs 0 and 1 are a model and a conditioning. */
type ZludaNodes = {
  CUDNNToggleAutoPassthrough: {
    inputs: { latent: LinkOf<"LATENT">; enable_cudnn: boolean; cudnn_benchmark: boolean };
    outputs: ["MODEL", "CONDITIONING", "LATENT"];
  };
};

export function toggleCudnn(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  if (draft.primary?.type !== "LATENT") {
    throw notApplicable(
      context,
      "there is no latent at this point that could pass through the switch",
      "Name it before the add-ons that decode, or leave it out.",
    );
  }
  const { enable, benchmark } = settingsOf<CudnnToggleSettings>(context);
  return edit<ZludaNodes>(draft, (graph) => {
    const inputs = { latent: graph.latent(), enable_cudnn: enable, cudnn_benchmark: benchmark };
    const origins = { enable_cudnn: "enable", cudnn_benchmark: "benchmark" };
    const toggle = graph.add("CUDNNToggleAutoPassthrough", inputs, { id: "CUDNNToggle", origins });
    graph.set({ primary: { link: toggle.out(2), type: "LATENT" } });
  });
}
