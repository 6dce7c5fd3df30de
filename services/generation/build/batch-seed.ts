// Seeds of batches. ComfyUI's seeds are 64-bit integers.

/** The number of seeds; a larger one wraps around. */
const seedCount = 2n ** 64n;

/** The seed of a batch: that of the first batch plus the index, modulo 2^64. */
export const batchSeed = (firstSeed: bigint, index: number): bigint =>
  (firstSeed + BigInt(index)) % seedCount;
