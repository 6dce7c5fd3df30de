// Undoes a change that failed, or whose process was killed. Can be repeated.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { discard, moveFile, PictorError, reasonOf } from "@pictor/kernel/plugin";
import { pathExists } from "../../file-entries.js";
import { checkOutHead } from "../../git/clone.js";
import { gitResult, type GitTools } from "../../git/run-git.js";
import { applyStash } from "../../git/stash.js";
import type { Instance } from "../../instance.js";
import { gitFolderOf } from "../installed/git-folder.js";
import { carryFiles } from "./carry-files.js";
import { clearJournal, inodeOf, readJournal, type JournalEntry } from "./journal.js";
import type { StagingArea } from "./staging.js";

/** Restores the HEAD and the local changes of a clone. Can be repeated, also after git was killed. */
async function restoreClone(
  instance: GitTools,
  { path, head, stash }: Extract<JournalEntry, { readonly kind: "moved" }>,
): Promise<void> {
  const at = { folder: path };
  const folder = await gitFolderOf(path);
  if (folder !== undefined) await rm(join(folder.directory, "index.lock"), { force: true });
  await gitResult(instance, ["rebase", "--abort"], at);
  await checkOutHead(instance, at, head);
  if (stash !== undefined) await applyStash(instance, at, stash);
}

/** Undoes a change. If that fails, the function rejects, and the journal entry must be kept. */
export async function undoChange(
  instance: GitTools,
  { staging }: StagingArea,
  entry: JournalEntry,
): Promise<void> {
  const { path } = entry;
  if (entry.kind === "moved") {
    if (existsSync(path)) await restoreClone(instance, entry);
    return;
  }
  // A folder that another program has created at the path is not touched.
  const isNew = (await inodeOf(path)) === entry.mark;
  if (isNew && entry.kind === "replaced" && (await pathExists(entry.old))) await carryFiles(path, entry.old);
  if (isNew) await moveFile(path, join(staging, `undone-${randomUUID()}`));
  if (entry.kind === "replaced" && (await pathExists(entry.old)) && !(await pathExists(path)))
    await moveFile(entry.old, path);
}

/** A clone that git cannot read is left unchanged; otherwise it would block all further changes. */
const ignoreBrokenClone =
  ({ logger }: Pick<Instance, "logger">, { kind, path }: JournalEntry) =>
  (error: unknown): void => {
    const isBroken = kind === "moved" && error instanceof PictorError && error.code === "MANAGED_GIT_FAILED";
    if (!isBroken) throw error;
    logger.warn(`An update of ${path} was interrupted and cannot be undone; install the extension again.`, {
      reason: reasonOf(error),
    });
  };

/** Undoes an interrupted change and deletes the staging folder. Call with the lock held. */
export async function cleanUp(instance: Instance, stagingArea: StagingArea): Promise<void> {
  const entry = await readJournal(stagingArea.journal);
  if (entry !== undefined)
    await undoChange(instance, stagingArea, entry).catch(ignoreBrokenClone(instance, entry));
  await clearJournal(stagingArea.journal);
  await discard(stagingArea.staging);
}
