// Nodes that add embedded guidance and reference latents to conditioning, for Flux and for edit models.
import { decodedRasters, type LatentBatch } from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";
import { mapEntries } from "./conditioning.js";

export const fluxConditioningNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "FluxGuidance",
      displayName: null,
      category: "advanced/conditioning/flux",
      pythonModule: "comfy_extras.nodes_flux",
      required: {
        conditioning: ["CONDITIONING", {}],
        guidance: ["FLOAT", { default: 3.5, min: 0, max: 100, step: 0.1 }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: mapEntries((entry, { guidance }) => ({ ...entry, guidance: guidance as number })),
  },
  {
    signature: {
      name: "FluxDisableGuidance",
      displayName: null,
      category: "advanced/conditioning/flux",
      pythonModule: "comfy_extras.nodes_flux",
      required: { conditioning: ["CONDITIONING", {}] },
      outputs: ["CONDITIONING"],
    },
    execute: mapEntries(({ guidance: _, ...entry }) => entry),
  },
  {
    signature: {
      name: "FluxKontextMultiReferenceLatentMethod",
      displayName: "Edit Model Reference Method",
      category: "advanced/conditioning/flux",
      pythonModule: "comfy_extras.nodes_flux",
      required: {
        conditioning: ["CONDITIONING", {}],
        reference_latents_method: [
          "COMBO",
          { multiselect: false, options: ["offset", "index", "uxo/uno", "index_timestep_zero"] },
        ],
      },
      outputs: ["CONDITIONING"],
      experimental: true,
    },
    /** FluxKontextMultiReferenceLatentMethod has no effect, because the simulated model uses the first reference only. */
    execute: mapEntries((entry) => entry),
  },
  {
    signature: {
      name: "ReferenceLatent",
      displayName: null,
      category: "advanced/conditioning/edit_models",
      pythonModule: "comfy_extras.nodes_edit_model",
      required: { conditioning: ["CONDITIONING", {}] },
      optional: { latent: ["LATENT", {}] },
      outputs: ["CONDITIONING"],
    },
    /** ReferenceLatent adds a reference; the first one becomes the source image of the sampling. */
    execute: mapEntries((entry, { latent }) =>
      latent === undefined
        ? entry
        : { ...entry, references: [...(entry.references ?? []), ...decodedRasters(latent as LatentBatch)] },
    ),
  },
];
