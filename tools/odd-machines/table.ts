// The table of the machines and what became of the tests on them.

import type { OddMachine } from "./machines.js";
import type { Outcome } from "./outcome.js";

export interface Row {
  readonly machine: OddMachine;
  readonly outcome: Outcome;
}

const headings = ["machine", "passed", "failed", "skipped"];

/** Whether the tests failed or did not end; a machine that cannot be tried here is no failure. */
export const isFailure = ({ outcome }: Row): boolean =>
  outcome.kind === "broken" || (outcome.kind === "ran" && outcome.failures.length > 0);

function cellsOf({ machine, outcome }: Row): readonly string[] {
  if (outcome.kind !== "ran") {
    const lines = outcome.reason.split("\n");
    const line = lines.find((text) => /error/i.test(text)) ?? lines[0] ?? "";
    return [machine.name, outcome.kind === "broken" ? `did not end: ${line}` : `not tried here: ${line}`];
  }
  const { passed, failures, skipped } = outcome;
  return [machine.name, String(passed), String(failures.length), String(skipped)];
}

/** One line for each row, below the headings. */
export function tableOf(rows: readonly Row[]): string {
  const width = Math.max(
    ...[headings[0] ?? "", ...rows.map(({ machine }) => machine.name)].map(({ length }) => length),
  );
  const line = ([name = "", ...values]: readonly string[]): string =>
    [name.padEnd(width), ...(values.length > 1 ? values.map((value) => value.padStart(7)) : values)].join(
      "  ",
    );
  return [headings, ...rows.map(cellsOf)].map(line).join("\n");
}
