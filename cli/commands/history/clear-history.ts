// `pictor history clear`: empties the journal of this machine, after asking.

import type { ExitCode } from "../../base/exit-codes.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommandWithYes } from "../../session/hosted-command.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";
import { countOf } from "../../text/count-of.js";
import { homePath } from "../../text/home-path.js";
import { journalPath, removeJournal, withJournal } from "./journal.js";
import { emptyJournalNote } from "./show-history.js";

async function clear(host: CommandHost, { yes }: ConfirmOptions): Promise<ExitCode> {
  const { configuration, terminal, streams } = host;
  const path = journalPath(configuration.values, streams.env);
  const { count: entries, broken } = await withJournal(path, (images) => images.select({}));
  const end = (note: string): ExitCode => {
    if (!terminal.json) terminal.note(note);
    return finished(terminal, { path, notes: [note] });
  };
  if (entries === 0 && broken.length === 0) return end(emptyJournalNote);
  const count = countOf(entries, "entry", "entries");
  const question = {
    title: `Empty the journal of ${count}?`,
    detail: [homePath(path), "The images stay where they are."],
    choice: "empty",
    safeChoice: "keep",
  };
  if (!(await confirmOrThrow(host, question, yes))) return end("The journal is kept.");
  await removeJournal(path);
  return end(`Emptied ${homePath(path)}: ${count}. The images stay where they are.`);
}

export const clearHistory = hostedCommandWithYes(clear);
