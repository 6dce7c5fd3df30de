// Choices from a seed: SplitMix64, which gives the same numbers on every machine.

const asUint64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/**
 * SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): 64-bit numbers from a 64-bit
 * state.
 */
export function splitMix64(seed: bigint): () => bigint {
  let state = asUint64(seed);
  return () => {
    state = asUint64(state + 0x9e3779b97f4a7c15n);
    const once = asUint64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    const twice = asUint64((once ^ (once >> 27n)) * 0x94d049bb133111ebn);
    return twice ^ (twice >> 31n);
  };
}

/** Gives the index of one of the weights, each as often as it weighs. At least one of them is above 0. */
export type Choose = (weights: readonly number[]) => number;

/**
 * Choices of one prompt of a batch. The two prompts draw from streams of their own, and so do seeds that are next to
 * each other: a stream starts at the first number of the seed's (for the negative prompt: of the seed with all bits
 * turned) generator. A choice takes the upper 53 bits of a number as a fraction of the sum of the weights.
 */
export function createChoose(seed: bigint, side: "positive" | "negative"): Choose {
  const next = splitMix64(splitMix64(side === "positive" ? seed : ~seed)());
  return (weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    let left = (Number(next() >> 11n) / 2 ** 53) * sum;
    for (const [index, weight] of weights.entries()) {
      if (left < weight) return index;
      left -= weight;
    }
    return weights.findLastIndex((weight) => weight > 0);
  };
}
