// Makes choices from a seed with SplitMix64, which generates the same numbers on every machine.

const toUint64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/**
 * SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): 64-bit numbers from a 64-bit
 * state.
 */
export function splitMix64(seed: bigint): () => bigint {
  let state = toUint64(seed);
  return () => {
    state = toUint64(state + 0x9e3779b97f4a7c15n);
    const first = toUint64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    const second = toUint64((first ^ (first >> 27n)) * 0x94d049bb133111ebn);
    return second ^ (second >> 31n);
  };
}

/** Chooses an index with a probability proportional to its weight. At least one weight is above 0. */
export type ChooseIndex = (weights: readonly number[]) => number;

/**
 * Creates the random choices of one prompt. Each prompt has its own stream of numbers, which starts at the first number
 * that the seed generates (for the negative prompt: the seed with all bits inverted), so that neighboring seeds are
 * independent. A choice takes the upper 53 bits of the next number as a fraction of the sum of the weights.
 */
export function createChooseIndex(seed: bigint, side: "positive" | "negative"): ChooseIndex {
  const next = splitMix64(splitMix64(side === "positive" ? seed : ~seed)());
  return (weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    let remaining = (Number(next() >> 11n) / 2 ** 53) * sum;
    for (const [index, weight] of weights.entries()) {
      if (remaining < weight) return index;
      remaining -= weight;
    }
    return weights.findLastIndex((weight) => weight > 0);
  };
}
