// `pictor history`: the saved outputs in the journal of this machine, newest first.

import { access } from "node:fs/promises";
import { didYouMean } from "@pictor/host";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { reportFailure } from "../../output/report-failure.js";
import { createTerminal, type Terminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { localTime } from "../../text/time-text.js";
import { selectEntries, journalPath, readJournal, type HistoryEntry, type HistoryFilter } from "./journal.js";

export interface HistoryOptions {
  readonly search?: readonly string[];
  readonly workflow?: string;
  readonly limit?: string;
}

function filterOf({ search = [], workflow, limit = "20" }: HistoryOptions): HistoryFilter {
  const count = /^\d{1,6}$/.test(limit) ? Number(limit) : 0;
  if (count < 1) {
    const what = `--limit: expected a whole number from 1 to 999999, found "${limit}".`;
    throw new UsageError("USAGE_VALUE", what, "It is how many entries are shown.");
  }
  const words = search.flatMap((text) => text.split(/\s+/)).filter((word) => word !== "");
  return { words, limit: count, ...(workflow !== undefined && { workflow }) };
}

const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const segmenter = new Intl.Segmenter();

/** Shortens a prompt. */
const shortened = (text: string, length: number): string => {
  const signs = [...segmenter.segment(oneLine(text))].map(({ segment }) => segment);
  return signs.length <= length ? signs.join("") : `${signs.slice(0, length - 1).join("")}…`;
};

const rowOf = (entry: HistoryEntry, exists: boolean, { paintResult }: Terminal): readonly string[] => [
  localTime(Date.parse(entry.time)),
  oneLine(entry.workflow),
  oneLine(entry.seed),
  shortened(entry.prompt, 40),
  exists ? oneLine(homePath(entry.path)) : paintResult.dim(`${oneLine(homePath(entry.path))} (gone)`),
];

/** The note for a journal without entries. */
export const emptyJournal = "The journal is empty.";

/** Suggests the nearest workflow where no entry has the given one. */
function suggestionOf({ workflow }: HistoryFilter, entries: readonly HistoryEntry[]): string {
  const known = new Set(entries.map((entry) => entry.workflow));
  return workflow === undefined || known.has(workflow) ? "" : didYouMean(workflow, known);
}

async function show(
  options: HistoryOptions,
  { globals, streams }: Invocation,
  terminal: Terminal,
): Promise<void> {
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
    terminal.record({ type: "result", status: "finished", exitCode: 0, path, history });
    return;
  }
  if (entries.length === 0) {
    terminal.note(emptyJournal);
    return;
  }
  if (found.length > 0) {
    const rows = found.map(({ entry, exists }) => rowOf(entry, exists, terminal));
    terminal.result(terminal.table([["TIME", "WORKFLOW", "SEED", "PROMPT", "FILE"], ...rows]));
  }
  const near = found.length === 0 ? suggestionOf(filter, entries) : "";
  terminal.note(`${found.length} of ${entries.length} in ${homePath(path)}.${near}`);
}

export async function showHistory(options: HistoryOptions, invocation: Invocation): Promise<ExitCode> {
  const terminal = createTerminal(invocation.streams, invocation.globals);
  try {
    await show(options, invocation, terminal);
    return exitCode("finished");
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
