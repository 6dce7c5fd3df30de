// Work that nobody else does at the same time: a queue inside this process, a lock directory between processes.

import {
  createKeyedLock,
  fault,
  systemCode,
  type Clock,
  type KeyedLock,
  type Logger,
} from "@pictor/kernel/plugin";
import { explained, store } from "./refusal.js";

/** An owner that has not shown life for so long is dead. Milliseconds. */
const staleMs = 10_000;
const lifeSignMs = 3_000;
/** An owner that lives may wait for a provider meanwhile. */
const patienceMs = 65_000;
const quietMs = 1_000;
const longestPauseMs = 100;

/** Half of each pause is chance, so that two that wait for each other do not stay in step. */
const pauseMs = (attempt: number, chance: number): number =>
  Math.min(longestPauseMs, 5 * 2 ** attempt) * (0.5 + chance / 2);

/**
 * `exclusively(path, work)` holds the directory `<path>.lock` meanwhile. Rejects with `SECRETS_LOCKED` when another
 * process that lives keeps it for more than a minute; what was left by one that was killed is taken over
 * after ten seconds without a sign of life. A wait of more than a second is told.
 */
export function createLocks({ clock, logger }: { clock: Clock; logger: Logger }): KeyedLock {
  const queue = createKeyedLock();
  const onCompromised = (): void => {
    logger.warn("This process stood still for more than ten seconds, and another one took its lock over.");
  };

  const acquire = async (path: string): Promise<() => Promise<void>> => {
    const { lock } = await import("proper-lockfile");
    const startedAtMs = clock.now();
    let isTold = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await lock(path, { realpath: false, stale: staleMs, update: lifeSignMs, onCompromised });
      } catch (error) {
        if (systemCode(error) !== "ELOCKED") throw error;
      }
      const waitedMs = clock.now() - startedAtMs;
      if (waitedMs >= quietMs && !isTold) {
        logger.warn("The secret store waits for another process.");
        isTold = true;
      }
      if (waitedMs >= patienceMs) throw fault("SECRETS_LOCKED", { store, seconds: patienceMs / 1000 });
      await new Promise<void>((resolve) => clock.after(pauseMs(attempt, Math.random()), resolve));
    }
  };

  return (path, work) =>
    queue(path, async () => {
      const release = await explained(() => acquire(path));
      try {
        return await work();
      } finally {
        // It is gone when it was taken over; what cannot be removed goes stale.
        await release().catch(() => undefined);
      }
    });
}
