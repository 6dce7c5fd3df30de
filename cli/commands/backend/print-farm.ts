// Prints the members of a pool or queue, the owners of its prompts, and its problems.

import type { FarmStatus } from "@pictor/kernel";
import { renderWarning } from "../../output/error-report.js";
import type { Terminal } from "../../output/terminal.js";
import { memberRows, ownerRows } from "./members-text.js";

export function printFarm(terminal: Terminal, farm: FarmStatus, nowMs: number): void {
  const print = (rows: readonly (readonly string[])[]): void => {
    terminal.result(terminal.redact(terminal.table(rows)));
  };
  print(memberRows(farm, nowMs));
  if (farm.isPaused) terminal.say("Paused: no member gets prompts, until `pictor backend resume`.");
  if (farm.owners.length > 0) {
    terminal.result("");
    print(ownerRows(farm));
  }
  for (const problem of farm.problems) terminal.say(renderWarning(problem, terminal));
}
