// `pictor history`: the saved outputs in the journal of this machine, newest first.

import { access } from "node:fs/promises";
import { wordsOf } from "@pictor/features/base";
import type { ImageFilter, SavedImage } from "@pictor/features/gallery";
import { didYouMean } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { parseWholeNumber } from "../../input/whole-number.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { shorten } from "../../text/shorten.js";
import { localTime } from "../../text/time-text.js";
import { journalPath, withJournal } from "./journal.js";

interface HistoryOptions {
  readonly search?: readonly string[];
  readonly workflow?: string;
  readonly starred?: true;
  /** Whether to show the images in the trash. */
  readonly deleted?: true;
  readonly limit?: string;
}

const limitOption = {
  option: "--limit",
  fallback: 20,
  min: 1,
  max: 999_999,
  hint: "Give the number of entries to show.",
};

const filterOf = ({ search = [], workflow, starred, deleted }: HistoryOptions): ImageFilter => ({
  words: search.flatMap(wordsOf),
  workflow,
  starred,
  deleted: deleted === true,
});

const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

interface FoundImage extends SavedImage {
  readonly exists: boolean;
}

/** The number of characters of an id that are shown. The commands accept ids of this length. */
const shownId = 8;

function rowOf({ id, entry, starred, exists }: FoundImage, { paintResult }: Terminal): readonly string[] {
  const file = oneLine(homePath(entry.path));
  return [
    `${id.slice(0, shownId)}${starred ? " *" : ""}`,
    localTime(Date.parse(entry.time)),
    oneLine(entry.workflow),
    oneLine(entry.seed ?? ""),
    shorten(oneLine(entry.prompt), 40),
    exists ? file : paintResult.dim(`${file} (gone)`),
  ];
}

/** The note for a journal without entries. */
export const emptyJournalNote = "The journal is empty.";

/** Suggests the nearest workflow if no entry has the workflow of the filter. */
const suggestionOf = ({ workflow }: ImageFilter, known: ReadonlySet<string>): string =>
  workflow === undefined || known.has(workflow) ? "" : oneLine(didYouMean(workflow, known));

async function show(
  options: HistoryOptions,
  { globals, streams }: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const filter = filterOf(options);
  const limit = parseWholeNumber(options.limit, limitOption);
  const { values } = await configurationOf({ globals, streams });
  const path = journalPath(values, streams.env);
  const { selection, found } = await withJournal(path, async (images) => {
    const selection = await images.select(filter);
    const chosen = await images.load(selection.ids.slice(0, limit));
    const found = chosen.map(async (image) => ({ ...image, exists: await fileExists(images.pathOf(image)) }));
    return { selection, found: await Promise.all(found) };
  });
  const { count, broken } = selection;
  if (broken.length > 0) {
    const lines = `${broken.slice(0, 5).join(", ")}${broken.length > 5 ? ", ..." : ""}`;
    terminal.note(`${terminal.paint.yellow("note:")} skipped invalid entries in ${path}: line ${lines}`);
  }
  if (terminal.json) {
    const history = found.map(({ id, entry, starred, deleted, exists }) => ({
      ...entry,
      id,
      starred,
      deleted,
      exists,
    }));
    return finished(terminal, { path, history });
  }
  if (count === 0) {
    terminal.note(options.deleted ? "The trash is empty." : emptyJournalNote);
    return exitCode("finished");
  }
  if (found.length > 0) {
    const rows = found.map((image) => rowOf(image, terminal));
    terminal.result(terminal.table([["ID", "TIME", "WORKFLOW", "SEED", "PROMPT", "FILE"], ...rows]));
  }
  const near = found.length === 0 ? suggestionOf(filter, selection.workflows()) : "";
  const place = options.deleted ? "the trash of " : "";
  terminal.note(`${found.length} of ${count} in ${place}${homePath(path)}.${near}`);
  return exitCode("finished");
}

export const showHistory = (options: HistoryOptions, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, (terminal) => show(options, invocation, terminal));
