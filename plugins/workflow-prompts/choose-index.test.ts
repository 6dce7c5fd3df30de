// Random choices: the published numbers of the generator, and the same choices for the same seed.

import { describe, expect, it } from "vitest";
import { createChooseIndex, splitMix64 } from "./choose-index.js";
import { resolvedWithSeed } from "./testing/prompts.js";

it("SplitMix64 generates its published numbers", () => {
  const next = splitMix64(1234567n);
  expect(Array.from({ length: 5 }, next)).toEqual([
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
    4593380528125082431n,
    16408922859458223821n,
  ]);
});

const draws = (seed: bigint, side: "positive" | "negative", weights: readonly number[], count: number) => {
  const choose = createChooseIndex(seed, side);
  return Array.from({ length: count }, () => choose(weights));
};

describe("the choices", () => {
  const ten = Array.from({ length: 10 }, () => 1);

  it("are the same on every machine and in every version", () => {
    expect(draws(0n, "positive", ten, 12).join("")).toBe("673671723541");
    expect(draws(0n, "negative", ten, 12).join("")).toBe("375951870870");
    expect(draws(42n, "positive", ten, 12).join("")).toBe("394060171761");
  });

  it("of the two prompts, and of neighboring seeds, are independent", () => {
    const same = (a: readonly number[], b: readonly number[]): number =>
      a.filter((value, index) => value === b[index]).length;
    const one = draws(7n, "positive", ten, 1000);
    for (const other of [draws(7n, "negative", ten, 1000), draws(8n, "positive", ten, 1000)]) {
      // Independent choices of ten options agree in a tenth of the cases.
      expect(same(one, other)).toBeGreaterThan(60);
      expect(same(one, other)).toBeLessThan(140);
    }
  });

  it("follow the weights; an option of weight 0 is never chosen", () => {
    const taken = draws(1n, "positive", [1, 0, 3, 0], 4000);
    const times = [0, 1, 2, 3].map((index) => taken.filter((value) => value === index).length);
    expect(times[1]! + times[3]!).toBe(0);
    expect(times[2]! / times[0]!).toBeCloseTo(3, 0);
  });

  it("differ between the batches of a job, from the first choice on", async () => {
    const batches = Array.from({ length: 64 }, (_, index) => BigInt(index));
    const texts = await Promise.all(
      batches.map(async (seed) => (await resolvedWithSeed("{a|b|c|d}", seed)).encoded),
    );
    for (const option of "abcd") expect(texts.filter((text) => text === option).length).toBeGreaterThan(6);
  });
});
