// One change of extensions at a time, across processes. An interrupted change is undone before the next one begins.

import { createKeyedLock, reasonOf } from "@pictor/kernel/plugin";
import { withInstallLock } from "../../locks/install-lock.js";
import type { Instance } from "../../instance.js";
import { readJournal, type JournalEntry } from "./journal.js";
import { cleanUp } from "./undo-change.js";
import { makeStagingArea, stagingAreaOf, type StagingArea } from "./staging.js";

const queue = createKeyedLock();

/**
 * Uses the lock of installations and updates, so that pip never runs concurrently. The signal that the work is given is
 * aborted too if the lock was lost. Rejects as `withInstallLock` does.
 */
export async function withExtensionLock<T>(
  instance: Instance,
  work: (stagingArea: StagingArea, signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const stagingArea = await stagingAreaOf(instance);
  const { root } = stagingArea;
  const locked = () =>
    withInstallLock(
      { ...instance, layout: { ...instance.layout, root } },
      "change of extensions",
      async (held) => {
        await cleanUp(instance, stagingArea);
        await makeStagingArea(stagingArea);
        try {
          return await work(stagingArea, held);
        } finally {
          // Files that cannot be removed now are removed by the next change.
          if ((await readJournal(stagingArea.journal)) === undefined)
            await cleanUp(instance, stagingArea).catch(() => undefined);
        }
      },
      { signal },
    );
  return queue(root, locked);
}

/**
 * Undoes the change of a process that was killed; to be awaited before a server is started. Settles with the change that
 * another process is performing, if any.
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
