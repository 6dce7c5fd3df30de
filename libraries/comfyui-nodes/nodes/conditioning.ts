// Nodes that combine texts and say where, when and how much they count.
import { decodedPictures, PARAMETERS } from "@pictor/simulated-sampler";
import type { Conditioning, ConditioningEntry, LatentBatch, MaskBatch } from "@pictor/simulated-sampler";
import { blank } from "@pictor/images";
import type { Inputs, NodeDefinition, NodeResult } from "@pictor/comfyui-graph";

const entriesOf = (value: unknown): Conditioning => value as Conditioning;

/** One conditioning in, one out, every entry changed alike. */
const each =
  (change: (entry: ConditioningEntry, inputs: Inputs) => ConditioningEntry) =>
  (inputs: Inputs): NodeResult => ({
    outputs: [entriesOf(inputs["conditioning"]).map((entry) => change(entry, inputs))],
  });

/**
 * A simulated picture has one scene, so a text for a region counts for the whole picture, by the region's share of it.
 */
const inRegion = (entry: ConditioningEntry, share: number, strength: unknown): ConditioningEntry => ({
  ...entry,
  strength: (entry.strength ?? 1) * Math.max(share, 0.01) * (strength as number),
});

const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

/** The first text changed by each of the second ones' first. */
function merged(to: unknown, from: unknown, merge: (a: number, b: number) => number): Conditioning {
  const other = entriesOf(from)[0]?.evidence;
  if (!other) return entriesOf(to);
  return entriesOf(to).map((entry) => ({
    ...entry,
    evidence: entry.evidence.map((value, k) => merge(value, other[k] as number)),
  }));
}

/** Evidence stays within what a single text can say. */
const bounded = (value: number): number => Math.max(-1.6, Math.min(1.6, value));

export const conditioningNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ConditioningCombine",
      displayName: "Conditioning (Combine)",
      category: "conditioning",
      pythonModule: "nodes",
      required: { conditioning_1: ["CONDITIONING"], conditioning_2: ["CONDITIONING"] },
      outputs: ["CONDITIONING"],
    },
    execute: ({ conditioning_1, conditioning_2 }) => ({
      outputs: [[...entriesOf(conditioning_1), ...entriesOf(conditioning_2)]],
    }),
  },
  {
    signature: {
      name: "ConditioningConcat",
      displayName: "Conditioning (Concat)",
      category: "conditioning",
      pythonModule: "nodes",
      required: { conditioning_to: ["CONDITIONING"], conditioning_from: ["CONDITIONING"] },
      outputs: ["CONDITIONING"],
    },
    /** As if the texts had been written one after the other. */
    execute: ({ conditioning_to, conditioning_from }) => ({
      outputs: [merged(conditioning_to, conditioning_from, (a, b) => bounded(a + b))],
    }),
  },
  {
    signature: {
      name: "ConditioningAverage",
      displayName: "ConditioningAverage",
      category: "conditioning",
      pythonModule: "nodes",
      required: {
        conditioning_to: ["CONDITIONING"],
        conditioning_from: ["CONDITIONING"],
        conditioning_to_strength: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["CONDITIONING"],
    },
    execute({ conditioning_to, conditioning_from, conditioning_to_strength }) {
      const part = conditioning_to_strength as number;
      return { outputs: [merged(conditioning_to, conditioning_from, (a, b) => a * part + b * (1 - part))] };
    },
  },
  {
    signature: {
      name: "ConditioningSetArea",
      displayName: "Conditioning (Set Area)",
      category: "conditioning",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        width: ["INT", { default: 64, min: 64, max: 16384, step: 8 }],
        height: ["INT", { default: 64, min: 64, max: 16384, step: 8 }],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["CONDITIONING"],
    },
    /** The area in pixels is measured against a picture of 512 by 512. */
    execute: each((entry, { width, height, strength }) =>
      inRegion(entry, Math.min(1, ((width as number) * (height as number)) / (512 * 512)), strength),
    ),
  },
  {
    signature: {
      name: "ConditioningSetAreaPercentage",
      displayName: "Conditioning (Set Area with Percentage)",
      category: "conditioning",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        width: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
        height: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }],
        x: ["FLOAT", { default: 0, min: 0, max: 1, step: 0.01 }],
        y: ["FLOAT", { default: 0, min: 0, max: 1, step: 0.01 }],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: each((entry, { width, height, strength }) =>
      inRegion(entry, (width as number) * (height as number), strength),
    ),
  },
  {
    signature: {
      name: "ConditioningSetAreaStrength",
      displayName: "ConditioningSetAreaStrength",
      category: "conditioning",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: each((entry, { strength }) => ({ ...entry, strength: strength as number })),
  },
  {
    signature: {
      name: "ConditioningSetMask",
      displayName: "Conditioning (Set Mask)",
      category: "conditioning",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        mask: ["MASK"],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
        set_cond_area: [["default", "mask bounds"]],
      },
      outputs: ["CONDITIONING"],
    },
    execute: each((entry, { mask, strength }) => {
      const [first = blank(1, 1, 1)] = (mask as MaskBatch).masks;
      return inRegion(entry, meanOf(first.values), strength);
    }),
  },
  {
    signature: {
      name: "ConditioningZeroOut",
      displayName: "ConditioningZeroOut",
      category: "advanced/conditioning",
      pythonModule: "nodes",
      required: { conditioning: ["CONDITIONING"] },
      outputs: ["CONDITIONING"],
    },
    execute: each((entry) => ({ ...entry, evidence: new Float64Array(PARAMETERS) })),
  },
  {
    signature: {
      name: "ConditioningSetTimestepRange",
      displayName: "ConditioningSetTimestepRange",
      category: "advanced/conditioning",
      pythonModule: "nodes",
      required: {
        conditioning: ["CONDITIONING"],
        start: ["FLOAT", { default: 0, min: 0, max: 1, step: 0.001 }],
        end: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.001 }],
      },
      outputs: ["CONDITIONING"],
    },
    execute: each((entry, { start, end }) => ({ ...entry, from: start as number, until: end as number })),
  },
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
    execute: each((entry, { guidance }) => ({ ...entry, guidance: guidance as number })),
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
    execute: each(({ guidance: _, ...entry }) => entry),
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
    /** Carried through: the first reference alone decides here. */
    execute: each((entry) => entry),
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
    /** What is sampled starts from the first reference. */
    execute: each((entry, { latent }) =>
      latent === undefined
        ? entry
        : { ...entry, references: [...(entry.references ?? []), ...decodedPictures(latent as LatentBatch)] },
    ),
  },
];
