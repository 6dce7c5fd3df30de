// Comparisons on a busy machine: variants take turns, and the result is the median over the rounds.

/** Whether `--quick` was given: one short round of everything, which only shows that it runs. */
export const isQuick = process.argv.includes("--quick");

/** `full`, or with `--quick` the second number. */
export const amount = (full: number, quick = 1): number => (isQuick ? quick : full);

/** The number below which a share of all numbers lies; NaN for none. */
export const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;

/** The median of a list of numbers; NaN for none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The record with each value replaced. */
export const mapValues = <Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (value: From, name: Name) => To,
): Record<Name, To> =>
  Object.fromEntries(
    Object.entries<From>(record).map(([name, value]) => [name, change(value, name as Name)]),
  ) as Record<Name, To>;

/**
 * Runs every variant once per round. `variants` maps names to functions that settle with one measurement. Every second
 * round runs in reverse, so that no variant always follows the same one. Returns each name with its measurements.
 */
export async function takeTurns<Name extends string, Figure>(
  variants: Readonly<Record<Name, () => Promise<Figure> | Figure>>,
  rounds: number,
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(variants) as Name[];
  const results = mapValues(variants, (): Figure[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      results[name].push(await variants[name]());
    }
  }
  return results;
}

/** The median of what two measurements of the same round give, so that load on the machine cancels out. */
const compared = (
  of: readonly number[],
  by: readonly number[],
  compare: (one: number, other: number) => number,
): number => median(of.map((number, round) => compare(number, by[round] ?? NaN)));

/** The median of the ratios `of / by` of the same round. */
export const ratio = (of: readonly number[], by: readonly number[]): number =>
  compared(of, by, (one, other) => one / other);

/** The median of the differences `of - by` of the same round. */
export const added = (of: readonly number[], by: readonly number[]): number =>
  compared(of, by, (one, other) => one - other);

/** Milliseconds that the work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds of each of `count` runs, one after another. */
export async function repeated(count: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push(await timed(work));
  return times;
}

/** Microseconds of the processor, in which other programs do not count. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
