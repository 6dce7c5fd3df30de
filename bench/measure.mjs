// Comparisons on a busy machine: variants take turns, and the result is the median over the rounds.

/** Whether `--quick` was given: one short round of everything, which only shows that it runs. */
export const isQuick = process.argv.includes("--quick");

/** `full`, or with `--quick` the second number. */
export const amount = (full, quick = 1) => (isQuick ? quick : full);

/** The median of a list of numbers. */
export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Runs every variant once per round. `variants` maps names to functions that settle with one measurement. Every second
 * round runs in reverse, so that no variant always follows the same one. Returns each name with its measurements.
 */
export async function takeTurns(variants, rounds) {
  const names = Object.keys(variants);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      results[name].push(await variants[name]());
    }
  }
  return results;
}

/** The median of the ratios `of / by` of the same round, so that load on the machine cancels out. */
export const ratio = (of, by) => median(of.map((number, round) => number / by[round]));
