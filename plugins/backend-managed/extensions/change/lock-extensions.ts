// One change of the extensions at a time, across processes; what was left in the middle is undone before.

import { createKeyedLock, reasonOf } from "@pictor/kernel/plugin";
import { exclusively as lockInstance } from "../../locks/install-lock.js";
import type { Means } from "../../instance.js";
import { readJournal, type JournalEntry } from "./journal.js";
import { tidy } from "./undo-change.js";
import { makeWorkplace, workplaceOf, type Workplace } from "./staging.js";

const queue = createKeyedLock();

/** The lock of installations and updates, so that pip never runs twice. Rejects with `MANAGED_BUSY`. */
export async function exclusively<T>(
  means: Means,
  work: (workplace: Workplace) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const workplace = await workplaceOf(means);
  const { root } = workplace;
  const locked = () =>
    lockInstance(
      { ...means, layout: { ...means.layout, root } },
      "change of extensions",
      async () => {
        await tidy(means, workplace);
        await makeWorkplace(workplace);
        try {
          return await work(workplace);
        } finally {
          // What is left there is not wanted any more; the next one clears what cannot be cleared now.
          if ((await readJournal(workplace.journal)) === undefined)
            await tidy(means, workplace).catch(() => undefined);
        }
      },
      signal === undefined ? {} : { signal },
    );
  return queue(root, locked);
}

/**
 * Undoes what a process left that was killed in the middle of a change; to be awaited before a server starts. Settles with
 * the change that another process is in the middle of.
 */
export async function settleExtensions(means: Means): Promise<JournalEntry | undefined> {
  const { journal } = await workplaceOf(means);
  const entry = await readJournal(journal);
  if (entry === undefined) return undefined;
  try {
    await exclusively(means, () => Promise.resolve());
  } catch (error) {
    means.logger.debug("A change of extensions is under way, or cannot be undone yet", {
      reason: reasonOf(error),
    });
  }
  return readJournal(journal);
}
