// The cost of a hook call as a ratio to bare tapable in the same process, and the cost of its parts.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bareVariants, kernelVariants } from "./hook-variants.js";
import { amount, median, ratio } from "./measure.js";
import { printTable } from "./table.js";

const rounds = amount(41);
const calls = amount(2000, 100);
const warmups = amount(10, 0);
const turns = fileURLToPath(new URL("./hook-turns.js", import.meta.url));

type Results = Readonly<Record<string, readonly number[]>>;

/** Microseconds of processor time per call, for each name and round. */
const measure = (name: string): Results => {
  const parameters = [turns, name, ...[rounds, calls, warmups].map(String)];
  return JSON.parse(execFileSync(process.execPath, parameters, { encoding: "utf8" })) as Results;
};

const bare = Object.keys(bareVariants);

const row = (name: string, results: Results) => {
  const figures = results[name] ?? [];
  const ratios = bare.map((other) => ratio(figures, results[other] ?? []).toFixed(2));
  return [name, median(figures).toFixed(2), ...ratios];
};

export function run(): void {
  const measured = Object.keys(kernelVariants).map((name) => [name, measure(name)] as const);
  const [[, first]] = measured as [(typeof measured)[number]];
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
