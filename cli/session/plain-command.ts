// Plain commands: one call for the person at the terminal, whose result is shown as a record or as text.

import type { Caller } from "@pictor/features/base";
import type { ExitCode } from "../base/exit-codes.js";
import type { Invocation } from "../base/invocation.js";
import { finished } from "../output/finished.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal, type Terminal } from "../output/terminal.js";
import { oneLine } from "../text/plain-text.js";

/** The person at the terminal, who may do everything. */
const person: Caller = { tokenId: "", name: "", scopes: ["admin"] };

/** A plain command ends before anybody could abort it. */
const signal: AbortSignal = new AbortController().signal;

/** A call of an operation by the person at the terminal. `body` is that of the operation, if it has one. */
export const callOf = <Params, Body = undefined>(params: Params, body?: Body) => ({
  params,
  query: {},
  body: body as Body,
  caller: person,
  signal,
});

/** Takes the events of an operation. Clients of a server that runs read the change from the file. */
export const silentLog = { publish: (): void => undefined };

/** How a result is shown. */
export interface Shown<Result> {
  /** The members of the record that `--json` prints. */
  record(result: Result): Readonly<Record<string, unknown>>;
  print(result: Result, terminal: Terminal): void;
}

export function show<Result>(terminal: Terminal, result: Result, { record, print }: Shown<Result>): ExitCode {
  if (!terminal.json) print(result, terminal);
  return finished(terminal, record(result));
}

/** Runs a command that needs a terminal but no kernel, and reports its error. Never rejects. */
export async function runWithTerminal(
  { globals, streams }: Invocation,
  run: (terminal: Terminal) => Promise<ExitCode> | ExitCode,
): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  try {
    return await run(terminal);
  } catch (error) {
    return reportFailure(error, terminal);
  }
}

/** The heading of a column, and its text in a row. */
export type Columns<Row> = readonly (readonly [heading: string, text: (row: Row) => string])[];

export const tableOf = <Row>(terminal: Terminal, columns: Columns<Row>, rows: readonly Row[]): string =>
  terminal.table([
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, text]) => oneLine(text(row)))),
  ]);
