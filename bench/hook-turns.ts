// A child process: times one variant of the kernel's hook (or, without a name, the parts) and bare tapable.
// Prints, as JSON, microseconds of processor time per call for each name and round. In its own process, a variant
// does not inherit another's garbage, and the compiler does not see the kernel's code used in several ways.

import { isDeepStrictEqual } from "node:util";
import { mapValues, processorTime, takeTurns } from "./measure.js";

const [name = "", rounds, calls, warmups] = process.argv.slice(2);
type Work = () => unknown;

/** Asynchronous calls are awaited one by one. */
const timeOf = (work: Work) => async () => {
  const microseconds = await processorTime(async () => {
    for (let call = 0; call < Number(calls); call++) {
      const result = work();
      if (result instanceof Promise) await result;
    }
  });
  return microseconds / Number(calls);
};

async function variants(): Promise<Readonly<Record<string, Work>>> {
  if (name === "") return (await import("./hook-parts.js")).hookParts;
  const { bareVariants, kernelVariants } = await import("./hook-variants.js");
  const create = kernelVariants[name];
  if (create === undefined) throw new Error(`there is no variant ${name}`);
  const created = mapValues({ ...bareVariants, [name]: create }, (each) => each());
  const [expected, ...others] = await Promise.all(Object.values(created).map((call) => call()));
  if (others.some((result) => !isDeepStrictEqual(result, expected)))
    throw new Error(`${name} does not return what bare tapable returns`);
  return created;
}

const turns = mapValues(await variants(), timeOf);
await takeTurns(turns, Number(warmups)); // lets the compiler settle
console.log(JSON.stringify(await takeTurns(turns, Number(rounds))));
