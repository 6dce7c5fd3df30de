// Chooses the seed of a run, and prints it, so that a failure in random rounds can be repeated.

/** Runs once before the workers start, which inherit the variable. fast-check takes integers of 32 bits. */
export default function chooseSeed(): void {
  const given = process.env["PICTOR_SEED"] ?? "";
  const seed = given === "" ? String(Math.floor(Math.random() * 2 ** 31)) : given;
  if (!/^\d{1,10}$/.test(seed) || Number(seed) >= 2 ** 31)
    throw new Error(`PICTOR_SEED is "${seed}"; it must be an integer from 0 to ${2 ** 31 - 1}.`);
  process.env["PICTOR_SEED"] = seed;
  console.log(`Random rounds: PICTOR_SEED=${seed} repeats them.`);
}
