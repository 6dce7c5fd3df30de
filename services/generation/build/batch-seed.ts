// Seeds of batches. ComfyUI's seeds are 64-bit integers.

import type { WorkflowDraft } from "@pictor/kernel";

/** The number of seeds; a larger one wraps around. */
const seedCount = 2n ** 64n;

/** The seed of a batch: that of the first batch plus the index, modulo 2^64. */
export const batchSeed = (firstSeed: bigint, index: number): bigint =>
  (firstSeed + BigInt(index)) % seedCount;

/** The seed that the draft of a batch uses, as a member for records and outputs; empty if it uses none. */
export function usedSeed(
  draft: Pick<WorkflowDraft, "seed">,
  firstSeed: bigint | undefined,
  index: number,
): { readonly seed?: bigint } {
  if (draft.seed === "none") return {};
  const seed = draft.seed ?? (firstSeed === undefined ? undefined : batchSeed(firstSeed, index));
  return seed === undefined ? {} : { seed };
}
