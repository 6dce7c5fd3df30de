// `pictor history star`, `unstar`, `delete` and `restore`: changes of saved images, which galleries show too.

import { refusalText, type ChangeResult, type SavedImage, type SavedImages } from "@pictor/features/gallery";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { chooseId } from "../../input/choose-id.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { journalPath, withJournal } from "./journal.js";

export type HistoryChange = "star" | "unstar" | "delete" | "restore";

interface Change {
  /** The end of the line that is printed for each image. */
  readonly done: string;
  run(images: SavedImages, ids: readonly string[]): Promise<ChangeResult>;
}

const changes: Readonly<Record<HistoryChange, Change>> = {
  star: { done: "has a star", run: (images, ids) => images.star(ids, true) },
  unstar: { done: "has no star", run: (images, ids) => images.star(ids, false) },
  delete: { done: "is in the trash", run: (images, ids) => images.remove(ids) },
  restore: { done: "is not in the trash", run: (images, ids) => images.restore(ids) },
};

const words = {
  plural: "images",
  none: [
    "No image has an id",
    "`pictor history` lists the images, and `pictor history --deleted` those in the trash.",
  ],
} as const;

async function run(
  change: HistoryChange,
  typed: readonly string[],
  { globals, streams }: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const { values } = await configurationOf({ globals, streams });
  const path = journalPath(values, streams.env);
  const changed = await withJournal(path, async (images): Promise<readonly SavedImage[]> => {
    const all = await images.ids();
    const ids = typed.map((text) => chooseId(all, text, words));
    const result = await changes[change].run(images, ids);
    if (result.kind === "changed") return result.images;
    throw new UsageError("USAGE_VALUE", `${refusalText(result)}.`, "`pictor history` shows the image.");
  });
  if (terminal.json) {
    const history = changed.map(({ id, entry, starred, deleted }) => ({ ...entry, id, starred, deleted }));
    return finished(terminal, { path, history });
  }
  for (const { id, entry } of changed)
    terminal.result(`${id}: ${oneLine(homePath(entry.path))} ${changes[change].done}`);
  return exitCode("finished");
}

export const changeImages = (
  change: HistoryChange,
  ids: readonly string[],
  invocation: Invocation,
): Promise<ExitCode> => runWithTerminal(invocation, (terminal) => run(change, ids, invocation, terminal));
