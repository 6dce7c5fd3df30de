// How many rounds a test with random input runs, and from which seed. A file whose name ends in `.rounds.test.ts` uses both.

/** Whether the tests run in the tier `nightly`. */
export const isNightly = process.env["PICTOR_NIGHTLY"] === "1";

/** The seed of this run, which it prints at its start; `PICTOR_SEED` repeats a run. */
export const seed = Number(process.env["PICTOR_SEED"] ?? 1);

/** Options for `fc.assert`: `few` rounds in the full tier, `many` at night. */
export const rounds = (few: number, many: number) => ({ numRuns: isNightly ? many : few, seed });
