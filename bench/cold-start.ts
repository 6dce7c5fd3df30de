// The time from start to exit of the built command, for calls that do nothing else.

import { spawnSync } from "node:child_process";
import { amount, median, ratio, takeTurns, timed } from "./measure.js";
import { commandPath } from "./places.js";
import { printTable } from "./table.js";

const rounds = amount(31);

/** Milliseconds from start to exit. */
const timeOf = (parameters: readonly string[]) => () =>
  timed(() => {
    const { status, stderr } = spawnSync(process.execPath, parameters, { stdio: "pipe", encoding: "utf8" });
    if (status !== 0) throw new Error(`node ${parameters.join(" ")} ended with ${status}:\n${stderr}`);
  });

const bare = "node -e 0";
const variants = {
  [bare]: timeOf(["-e", "0"]),
  "pictor --version": timeOf([commandPath, "--version"]),
  "pictor --help": timeOf([commandPath, "--help"]),
  "pictor generate --help": timeOf([commandPath, "generate", "--help"]),
};

export async function run(): Promise<void> {
  await takeTurns(variants, amount(3, 0)); // fills the file cache
  const results = await takeTurns(variants, rounds);
  printTable(
    `cold start (${rounds} rounds, medians; the bar for --version and --help is 2.5 x)`,
    ["", "ms", "x bare node"],
    Object.entries(results).map(([name, figures]) => [
      name,
      median(figures).toFixed(1),
      ratio(figures, results[bare]).toFixed(2),
    ]),
  );
}
