// Mutual exclusion: a queue within this process, a lock directory between processes.

import {
  createKeyedLock,
  fault,
  pause,
  systemCode,
  type Clock,
  type KeyedLock,
  type Logger,
} from "@pictor/kernel/plugin";
import { withRefusals, store } from "./refusal.js";

/** A lock that was not renewed for this long belongs to a dead process. Milliseconds. */
const staleMs = 10_000;
const renewalMs = 3_000;
/** Time limit for a wait: the holder of the lock may be waiting for an identity provider. */
const timeoutMs = 65_000;
/** Length of a wait after which a warning is logged. */
const warnAfterMs = 1_000;
const maxPauseMs = 100;

/** Half of each pause is random, so that waiting processes do not retry in step. `random` is from 0 to 1. */
const pauseMs = (attempt: number, random: number): number =>
  Math.min(maxPauseMs, 5 * 2 ** attempt) * (0.5 + random / 2);

/**
 * Holds the lock, the directory `<path>.lock`, while the work runs, and takes over the lock of a killed process after ten seconds. Rejects
 * with `SECRETS_LOCKED` when a live process holds it for more than a minute. A wait of more than a second is logged.
 */
export function createLocks({ clock, logger }: { clock: Clock; logger: Logger }): KeyedLock {
  const queue = createKeyedLock();
  const onCompromised = (): void => {
    logger.warn("This process stood still for more than ten seconds, and another one took its lock over.");
  };

  const acquire = async (path: string): Promise<() => Promise<void>> => {
    const { lock } = await import("proper-lockfile");
    const startedAtMs = clock.now();
    let hasWarned = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await lock(path, { realpath: false, stale: staleMs, update: renewalMs, onCompromised });
      } catch (error) {
        if (systemCode(error) !== "ELOCKED") throw error;
      }
      const waitedMs = clock.now() - startedAtMs;
      if (waitedMs >= warnAfterMs && !hasWarned) {
        logger.warn("The secret store waits for another process.");
        hasWarned = true;
      }
      if (waitedMs >= timeoutMs) throw fault("SECRETS_LOCKED", { store, seconds: timeoutMs / 1000 });
      await pause(clock, pauseMs(attempt, Math.random()));
    }
  };

  return (path, work) =>
    queue(path, async () => {
      const release = await withRefusals(() => acquire(path));
      try {
        return await work();
      } finally {
        // A failure to release is ignored: a lock that another process took over is gone, and a lock that cannot be removed becomes stale.
        await release().catch(() => undefined);
      }
    });
}
