// Takes a change back, at once when it fails, or by the next process when this one is killed. Can be done twice.

import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { PictorError, reasonOf } from "@pictor/kernel/plugin";
import type { GitTools } from "../../git/run-git.js";
import type { Instance } from "../../instance.js";
import { restoreClone } from "./clone-state.js";
import { pathExists } from "../archive/tracking.js";
import { carryFiles } from "./carry-files.js";
import { clearJournal, inodeOf, readJournal, type JournalEntry } from "./journal.js";
import type { StagingArea } from "./staging.js";

/** Rejects when it cannot be undone; the journal stays then. */
export async function undoChange(instance: GitTools, { staging }: StagingArea, entry: JournalEntry): Promise<void> {
  const { path } = entry;
  if (entry.kind === "moved") {
    if (existsSync(path)) await restoreClone(instance, { folder: path }, entry);
    return;
  }
  // What somebody else put there meanwhile stays.
  const isNew = (await inodeOf(path)) === entry.mark;
  if (isNew && entry.kind === "replaced" && (await pathExists(entry.old))) await carryFiles(path, entry.old);
  if (isNew) await rename(path, join(staging, `undone-${randomUUID()}`));
  if (entry.kind === "replaced" && (await pathExists(entry.old)) && !(await pathExists(path)))
    await rename(entry.old, path);
}

/** A clone that git cannot read any more stays as it is, rather than keep everybody from changing anything. */
const ignoreBrokenClone =
  ({ logger }: Pick<Instance, "logger">, { kind, path }: JournalEntry) =>
  (error: unknown): void => {
    const isBroken = kind === "moved" && error instanceof PictorError && error.code === "MANAGED_GIT_FAILED";
    if (!isBroken) throw error;
    logger.warn(`An update of ${path} ended in the middle, and cannot be undone; install it again.`, {
      reason: reasonOf(error),
    });
  };

/** What a process left that was killed in the middle; then the staging folder is empty. Only under the lock. */
export async function cleanUp(instance: Instance, stagingArea: StagingArea): Promise<void> {
  const entry = await readJournal(stagingArea.journal);
  if (entry !== undefined) await undoChange(instance, stagingArea, entry).catch(ignoreBrokenClone(instance, entry));
  await clearJournal(stagingArea.journal);
  await rm(stagingArea.staging, { recursive: true, force: true });
}
