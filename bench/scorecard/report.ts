// The cells and the sums of the scorecard.

import { clients, type ClientName } from "../peers/clients.js";
import { printTable } from "../table.js";
import type { Case, Outcome } from "./case.js";

export type NumberedCase = Case & { readonly index: number };
export type OutcomeOf = (index: number, client: ClientName) => Outcome;

const isAfterFailure = ({ mark, note = "" }: Outcome): boolean =>
  mark === "right" && note.includes("reported a failure");
const isGivenUp = ({ mark, gaveUp = false }: Outcome): boolean => mark === "right" && gaveUp;
const isLate = ({ mark, isLate: late = false }: Outcome): boolean => mark === "right" && late;

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

function cellOf(outcome: Outcome): string {
  const { mark, ms = NaN, status = "" } = outcome;
  if (mark === "n/a" || mark === "broken") return mark;
  if (mark === "hang") return `hang >${seconds(ms)}`;
  if (mark === "wrong") return `WRONG ${status} ${seconds(ms)}`;
  const more = [isGivenUp(outcome) ? " gave up" : "", isLate(outcome) ? " late" : ""];
  return `right${isAfterFailure(outcome) ? "*" : ""}${more.join("")} ${seconds(ms)}`;
}

const is =
  (mark: Outcome["mark"]) =>
  (outcome: Outcome): boolean =>
    outcome.mark === mark;

/** The last rows: for each title, the outcomes that count. */
const tallies: Readonly<Record<string, (outcome: Outcome) => boolean>> = {
  right: is("right"),
  "  of these right*": isAfterFailure,
  "  of these gave up": isGivenUp,
  "  of these late": isLate,
  wrong: is("wrong"),
  hang: is("hang"),
  "n/a": is("n/a"),
  broken: is("broken"),
};

export function printScorecard(
  wanted: readonly NumberedCase[],
  names: readonly ClientName[],
  of: OutcomeOf,
): void {
  printTable(
    `scorecard: ${wanted.length} cases (seconds from submit to the verdict)`,
    ["", ...names.map((name) => clients[name].title)],
    [
      ...wanted.map(({ index, name }) => [name, ...names.map((client) => cellOf(of(index, client)))]),
      ...Object.entries(tallies).map(([title, counts]) => [
        title,
        ...names.map((client) => wanted.filter(({ index }) => counts(of(index, client))).length),
      ]),
    ],
  );
  console.log("\nwhat was wrong:");
  for (const { index, name, right } of wanted) {
    for (const client of names) {
      const { mark, note = "", reason = "" } = of(index, client);
      if (mark !== "wrong" && mark !== "broken") continue;
      const said = [note, reason].filter(Boolean).join(" - ").slice(0, 220);
      console.log(`  ${name} / ${client}: ${said} (right: ${right.says})`);
    }
  }
}

/** Prints the outcomes, so that two runs can be compared by program. */
export function printJson(
  wanted: readonly NumberedCase[],
  names: readonly ClientName[],
  of: OutcomeOf,
): void {
  const rows = wanted.flatMap(({ index, name, right, best }) =>
    names.map((client) => ({
      case: name,
      client,
      expected: right.says,
      ...(best === undefined ? {} : { best: best.says }),
      ...of(index, client),
    })),
  );
  console.log(JSON.stringify(rows, null, 2));
}
