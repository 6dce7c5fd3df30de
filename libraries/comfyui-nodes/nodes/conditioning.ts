// Nodes that combine conditioning, restrict it to a region, a strength or a range of timesteps, or add guidance and
// reference latents.
import {
  boundedEvidence,
  PARAMETERS,
  type Conditioning,
  type ConditioningEntry,
  type MaskBatch,
  decodedRasters,
  type LatentBatch,
} from "@pictor/simulated-sampler";
import { blankRaster } from "@pictor/images";
import type { Inputs } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

const entriesOf = (value: unknown): Conditioning => value as Conditioning;

/** The `execute` of a node that changes every entry of its `conditioning` input in the same way. */
const mapEntries =
  (change: (entry: ConditioningEntry, inputs: Inputs) => ConditioningEntry) => (inputs: Inputs) => [
    entriesOf(inputs["conditioning"]).map((entry) => change(entry, inputs)),
  ];

/** A simulated image has one scene, so the entry of a region applies to the whole image, weighted by the area of the region. */
const inRegion = (entry: ConditioningEntry, share: number, strength: unknown): ConditioningEntry => ({
  ...entry,
  strength: (entry.strength ?? 1) * Math.max(share, 0.01) * (strength as number),
});

const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

/** Merges the first entry of `from` into every entry of `to`. */
function merged(to: unknown, from: unknown, merge: (a: number, b: number) => number): Conditioning {
  const other = entriesOf(from)[0]?.evidence;
  if (!other) return entriesOf(to);
  return entriesOf(to).map((entry) => ({
    ...entry,
    evidence: entry.evidence.map((value, k) => merge(value, other[k] as number)),
  }));
}

export const conditioningNodes: NodeFunctions = {
  ConditioningCombine: ({ conditioning_1, conditioning_2 }) => [
    [...entriesOf(conditioning_1), ...entriesOf(conditioning_2)],
  ],
  /** ConditioningConcat has the effect of a single prompt that contains both texts. */
  ConditioningConcat: ({ conditioning_to, conditioning_from }) => [
    merged(conditioning_to, conditioning_from, (a, b) => boundedEvidence(a + b)),
  ],
  ConditioningAverage({ conditioning_to, conditioning_from, conditioning_to_strength }) {
    const part = conditioning_to_strength as number;
    return [merged(conditioning_to, conditioning_from, (a, b) => a * part + b * (1 - part))];
  },
  /**
   * ConditioningSetArea weights an entry by the region's share of an image of 512 by 512 pixels, because the node does
   * not know the size of the image.
   */
  ConditioningSetArea: mapEntries((entry, { width, height, strength }) =>
    inRegion(entry, Math.min(1, ((width as number) * (height as number)) / (512 * 512)), strength),
  ),
  ConditioningSetAreaPercentage: mapEntries((entry, { width, height, strength }) =>
    inRegion(entry, (width as number) * (height as number), strength),
  ),
  ConditioningSetAreaStrength: mapEntries((entry, { strength }) => ({
    ...entry,
    strength: strength as number,
  })),
  ConditioningSetMask: mapEntries((entry, { mask, strength }) => {
    const [first = blankRaster(1, 1, 1)] = (mask as MaskBatch).masks;
    return inRegion(entry, meanOf(first.values), strength);
  }),
  ConditioningZeroOut: mapEntries((entry) => ({ ...entry, evidence: new Float64Array(PARAMETERS) })),
  ConditioningSetTimestepRange: mapEntries((entry, { start, end }) => ({
    ...entry,
    startPercent: start as number,
    endPercent: end as number,
  })),
  FluxGuidance: mapEntries((entry, { guidance }) => ({ ...entry, guidance: guidance as number })),
  FluxDisableGuidance: mapEntries(({ guidance: _, ...entry }) => entry),
  /** FluxKontextMultiReferenceLatentMethod has no effect, because the simulated model uses the first reference only. */
  FluxKontextMultiReferenceLatentMethod: mapEntries((entry) => entry),
  /** ReferenceLatent adds a reference; the first one becomes the source image of the sampling. */
  ReferenceLatent: mapEntries((entry, { latent }) =>
    latent === undefined
      ? entry
      : { ...entry, references: [...(entry.references ?? []), ...decodedRasters(latent as LatentBatch)] },
  ),
};
