// Seeds of batches. ComfyUI's seeds are 64-bit integers.

import type { WorkflowDraft } from "@pictor/kernel";

/** The number of different seeds; a seed of this size or more wraps around. */
const seedCount = 2n ** 64n;

/** The seed of a batch: the seed of the first batch plus the index of the batch, modulo 2^64. */
export const batchSeed = (firstSeed: bigint, index: number): bigint =>
  (firstSeed + BigInt(index)) % seedCount;

/** The seed that the draft of a batch uses, as a member for records and outputs; empty if the draft uses no seed. */
export function usedSeed(
  draft: { readonly seed?: WorkflowDraft["seed"] | undefined },
  firstSeed: bigint | undefined,
  index: number,
): { readonly seed?: bigint } {
  if (draft.seed === "none") return {};
  const seed = draft.seed ?? (firstSeed === undefined ? undefined : batchSeed(firstSeed, index));
  return seed === undefined ? {} : { seed };
}
