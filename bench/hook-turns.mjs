// A process of its own: times one of our variants (or, without a name, the pieces) beside bare tapable. Prints name
// to microseconds of processor time per call, round by round, as JSON. Alone, a variant does not inherit another's
// garbage, and the compiler does not see the kernel's code used in several ways.

import { isDeepStrictEqual } from "node:util";
import { hookParts } from "./hook-parts.mjs";
import { bareVariants, ourVariants } from "./hook-variants.mjs";
import { takeTurns } from "./measure.mjs";

const [name, rounds, calls] = process.argv.slice(2);

/** Calls are awaited one by one when they are asynchronous. */
const timed = (work) => async () => {
  const before = process.cpuUsage();
  for (let call = 0; call < Number(calls); call++) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / Number(calls);
};

async function variants() {
  if (name === "") return hookParts;
  const entries = Object.entries({ ...bareVariants, [name]: ourVariants[name] });
  const made = entries.map(([title, make]) => [title, make()]);
  const [expected, ...others] = await Promise.all(made.map(([, call]) => call()));
  if (others.some((result) => !isDeepStrictEqual(result, expected)))
    throw new Error(`${name} does not do the same as bare tapable`);
  return Object.fromEntries(made);
}

const turns = Object.fromEntries(
  Object.entries(await variants()).map(([title, work]) => [title, timed(work)]),
);
await takeTurns(turns, 10); // lets the compiler settle
console.log(JSON.stringify(await takeTurns(turns, Number(rounds))));
