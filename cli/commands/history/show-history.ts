// `pictor history`: the saved outputs in the journal of this machine, newest first.

import { access } from "node:fs/promises";
import { didYouMean, selectEntries, wordsOf, type HistoryEntry, type HistoryFilter } from "@pictor/host";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { parseWholeNumber } from "../../input/whole-number.js";
import { recordFinished } from "../../output/record-finished.js";
import { reportFailure } from "../../output/report-failure.js";
import { createTerminal, type Terminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { shorten } from "../../text/shorten.js";
import { localTime } from "../../text/time-text.js";
import { journalPath, readJournal } from "./journal.js";

export interface HistoryOptions {
  readonly search?: readonly string[];
  readonly workflow?: string;
  readonly limit?: string;
}

const limitOption = {
  option: "--limit",
  fallback: 20,
  min: 1,
  max: 999_999,
  hint: "It is the number of entries to show.",
};

function filterOf({ search = [], workflow, limit }: HistoryOptions): HistoryFilter {
  const words = search.flatMap(wordsOf);
  return { words, limit: parseWholeNumber(limit, limitOption), ...(workflow !== undefined && { workflow }) };
}

const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const rowOf = (entry: HistoryEntry, exists: boolean, { paintResult }: Terminal): readonly string[] => [
  localTime(Date.parse(entry.time)),
  oneLine(entry.workflow),
  oneLine(entry.seed),
  shorten(oneLine(entry.prompt), 40),
  exists ? oneLine(homePath(entry.path)) : paintResult.dim(`${oneLine(homePath(entry.path))} (gone)`),
];

/** The note for a journal without entries. */
export const emptyJournalNote = "The journal is empty.";

/** Suggests the nearest workflow if no entry has the one of the filter. */
function suggestionOf({ workflow }: HistoryFilter, entries: readonly HistoryEntry[]): string {
  const known = new Set(entries.map((entry) => entry.workflow));
  return workflow === undefined || known.has(workflow) ? "" : oneLine(didYouMean(workflow, known));
}

async function show(
  options: HistoryOptions,
  { globals, streams }: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const filter = filterOf(options);
  const { values } = await configurationOf({ globals, streams });
  const path = journalPath(values, streams.env);
  const { entries, broken } = await readJournal(path);
  const found = await Promise.all(
    selectEntries(entries, filter).map(async (entry) => ({ entry, exists: await fileExists(entry.path) })),
  );
  if (broken.length > 0) {
    const lines = `${broken.slice(0, 5).join(", ")}${broken.length > 5 ? ", ..." : ""}`;
    terminal.note(`${terminal.paint.yellow("note:")} skipped invalid entries in ${path}: line ${lines}`);
  }
  if (terminal.json) {
    const history = found.map(({ entry, exists }) => ({ ...entry, exists }));
    return recordFinished(terminal, { path, history });
  }
  if (entries.length === 0) {
    terminal.note(emptyJournalNote);
    return exitCode("finished");
  }
  if (found.length > 0) {
    const rows = found.map(({ entry, exists }) => rowOf(entry, exists, terminal));
    terminal.result(terminal.table([["TIME", "WORKFLOW", "SEED", "PROMPT", "FILE"], ...rows]));
  }
  const near = found.length === 0 ? suggestionOf(filter, entries) : "";
  terminal.note(`${found.length} of ${entries.length} in ${homePath(path)}.${near}`);
  return exitCode("finished");
}

export async function showHistory(options: HistoryOptions, invocation: Invocation): Promise<ExitCode> {
  const terminal = createTerminal(invocation.streams, invocation.globals);
  try {
    return await show(options, invocation, terminal);
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
