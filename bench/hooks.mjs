// The cost of a hook call as a ratio to bare tapable in the same process, and the cost of its parts.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { amount, median, ratio } from "./measure.mjs";
import { importBundle } from "./packages.mjs";
import { printTable } from "./table.mjs";

const rounds = amount(41);
const calls = amount(2000, 100);
const warmups = amount(10, 0);
const turns = fileURLToPath(new URL("./hook-turns.mjs", import.meta.url));

/** Microseconds of processor time per call, for each name and round. */
const measure = (name) => {
  const parameters = [turns, name, ...[rounds, calls, warmups].map(String)];
  return JSON.parse(execFileSync(process.execPath, parameters, { encoding: "utf8" }));
};

export async function run() {
  const { kernelVariants } = await importBundle("hook-variants.ts");
  const measured = Object.keys(kernelVariants).map((name) => [name, measure(name)]);
  const row = (name, results) => {
    const [promises, callbacks] = Object.values(results);
    const figures = results[name];
    return [
      name,
      median(figures).toFixed(2),
      ratio(figures, promises).toFixed(2),
      ratio(figures, callbacks).toFixed(2),
    ];
  };
  const [, first] = measured[0];
  const bare = Object.keys(first).slice(0, 2);
  printTable(
    `hooks: one async tap runs, eight are filtered out (${rounds} rounds of ${calls} calls, medians)`,
    ["", "CPU us/call", "x tapPromise", "x tapAsync"],
    [...bare.map((name) => row(name, first)), ...measured.map(([name, results]) => row(name, results))],
  );
  printTable(
    "hooks: the pieces alone",
    ["", "CPU us"],
    Object.entries(measure("")).map(([name, figures]) => [name, median(figures).toFixed(2)]),
  );
}
