// A child process: times one variant of the kernel's hook (or, without a name, the parts) and bare tapable.
// Prints, as JSON, microseconds of processor time per call for each name and round. In its own process, a variant
// does not inherit another's garbage, and the compiler does not see the kernel's code used in several ways.

import { isDeepStrictEqual } from "node:util";
import { takeTurns } from "./measure.mjs";
import { importBundle } from "./packages.mjs";

const [name, rounds, calls, warmups] = process.argv.slice(2);

/** Asynchronous calls are awaited one by one. */
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
  if (name === "") return (await importBundle("hook-parts.ts")).hookParts;
  const { bareVariants, kernelVariants } = await importBundle("hook-variants.ts");
  const entries = Object.entries({ ...bareVariants, [name]: kernelVariants[name] });
  const created = entries.map(([title, create]) => [title, create()]);
  const [expected, ...others] = await Promise.all(created.map(([, call]) => call()));
  if (others.some((result) => !isDeepStrictEqual(result, expected)))
    throw new Error(`${name} does not return what bare tapable returns`);
  return Object.fromEntries(created);
}

const turns = Object.fromEntries(
  Object.entries(await variants()).map(([title, work]) => [title, timed(work)]),
);
await takeTurns(turns, Number(warmups)); // lets the compiler settle
console.log(JSON.stringify(await takeTurns(turns, Number(rounds))));
