// The time from start to exit of the built command, for calls that do nothing else.

import { spawnSync } from "node:child_process";
import { amount, median, ratio, takeTurns } from "./measure.mjs";
import { commandPath } from "./packages.mjs";
import { printTable } from "./table.mjs";

const rounds = amount(31);

/** Milliseconds from start to exit. */
const timed = (parameters) => () => {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, parameters, { stdio: "pipe", encoding: "utf8" });
  const took = performance.now() - started;
  if (status !== 0) throw new Error(`node ${parameters.join(" ")} ended with ${status}:\n${stderr}`);
  return took;
};

const variants = {
  "node -e 0": timed(["-e", "0"]),
  "pictor --version": timed([commandPath, "--version"]),
  "pictor --help": timed([commandPath, "--help"]),
  "pictor generate --help": timed([commandPath, "generate", "--help"]),
};

export async function run() {
  await takeTurns(variants, amount(3, 0)); // fills the file cache
  const results = await takeTurns(variants, rounds);
  const [bare] = Object.values(results);
  printTable(
    `cold start (${rounds} rounds, medians; the bar for --version and --help is 2.5 x)`,
    ["", "ms", "x bare node"],
    Object.entries(results).map(([name, figures]) => [
      name,
      median(figures).toFixed(1),
      ratio(figures, bare).toFixed(2),
    ]),
  );
}
