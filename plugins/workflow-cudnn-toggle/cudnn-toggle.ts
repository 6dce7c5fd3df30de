// The feature `cudnn-toggle`: the latent passes through a node that switches cuDNN as a side effect.

import { edit, type TypedLink } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { featureSettings, inputsFromSettings, notApplicableError } from "@pictor/workflow-parts";
import type { CudnnToggleSettings } from "./settings.gen.js";

/**
 * The node class that switches cuDNN. ComfyUI builds for ZLUDA contain the class; no extension provides it. Outputs 0
 * and 1 pass a model and a conditioning.
 */
type ZludaNodes = {
  CUDNNToggleAutoPassthrough: {
    inputs: { latent: TypedLink<"LATENT">; enable_cudnn: boolean; cudnn_benchmark: boolean };
    outputs: ["MODEL", "CONDITIONING", "LATENT"];
  };
};

/** Adds the cuDNN switch after the latent that exists at this point of the graph. */
export function toggleCudnn(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  if (draft.primary?.type !== "LATENT") {
    throw notApplicableError(
      context,
      "there is no latent at this point that could pass through the switch",
      "Name the feature before those that decode, or leave it out.",
    );
  }
  const { inputs, origins } = inputsFromSettings(featureSettings<CudnnToggleSettings>(context), {
    enable_cudnn: "enable",
    cudnn_benchmark: "benchmark",
  });
  return edit<ZludaNodes>(draft, (graph) => {
    const toggle = graph.add(
      "CUDNNToggleAutoPassthrough",
      { latent: graph.latent(), ...inputs },
      { id: "CUDNNToggle", origins },
    );
    graph.set({ primary: { link: toggle.out(2), type: "LATENT" } });
  });
}
