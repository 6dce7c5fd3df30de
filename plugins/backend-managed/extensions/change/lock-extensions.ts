// One change of the extensions at a time, across processes; what was left in the middle is undone before.

import { createKeyedLock, reasonOf } from "@pictor/kernel/plugin";
import { withInstallLock } from "../../locks/install-lock.js";
import type { Instance } from "../../instance.js";
import { readJournal, type JournalEntry } from "./journal.js";
import { cleanUp } from "./undo-change.js";
import { makeStagingArea, stagingAreaOf, type StagingArea } from "./staging.js";

const queue = createKeyedLock();

/** The lock of installations and updates, so that pip never runs twice. Rejects with `MANAGED_BUSY`. */
export async function withExtensionLock<T>(
  instance: Instance,
  work: (stagingArea: StagingArea) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const stagingArea = await stagingAreaOf(instance);
  const { root } = stagingArea;
  const locked = () =>
    withInstallLock(
      { ...instance, layout: { ...instance.layout, root } },
      "change of extensions",
      async () => {
        await cleanUp(instance, stagingArea);
        await makeStagingArea(stagingArea);
        try {
          return await work(stagingArea);
        } finally {
          // What is left there is not wanted any more; the next one clears what cannot be cleared now.
          if ((await readJournal(stagingArea.journal)) === undefined)
            await cleanUp(instance, stagingArea).catch(() => undefined);
        }
      },
      { signal },
    );
  return queue(root, locked);
}

/**
 * Undoes what a process left that was killed in the middle of a change; to be awaited before a server starts. Settles with
 * the change that another process is in the middle of.
 */
export async function recoverExtensions(instance: Instance): Promise<JournalEntry | undefined> {
  const { journal } = await stagingAreaOf(instance);
  const entry = await readJournal(journal);
  if (entry === undefined) return undefined;
  try {
    await withExtensionLock(instance, () => Promise.resolve());
  } catch (error) {
    instance.logger.debug("A change of extensions is under way, or cannot be undone yet", {
      reason: reasonOf(error),
    });
  }
  return readJournal(journal);
}
