// Mutual exclusion: a queue within this process, a lock directory between processes.

import { mkdir, rmdir, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
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
const pauseMs = 50;

/** Creates the lock directory; if it exists and is stale, only removes it. Settles with whether the lock was taken. */
async function tryLock(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > staleMs) await rmdir(path).catch(() => undefined);
  return false;
}

/** Renews the lock regularly. The returned function ends the renewal. */
function keepRenewed(path: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, renewalMs).unref();
  return () => {
    clearInterval(timer);
  };
}

/**
 * Holds the lock, the directory `path`, while the work runs. Rejects with `SECRETS_LOCKED` when the lock is not free within a minute. A
 * wait of more than a second is logged.
 */
export function createLocks({ clock, logger }: { clock: Clock; logger: Logger }): KeyedLock {
  const queue = createKeyedLock();

  const withDirectory: KeyedLock = async (path, work) => {
    await withRefusals(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
    const startedAtMs = clock.now();
    let hasWarned = false;
    while (!(await withRefusals(() => tryLock(path)))) {
      const waitedMs = clock.now() - startedAtMs;
      if (waitedMs >= warnAfterMs && !hasWarned) {
        logger.warn("The secret store waits for another process.");
        hasWarned = true;
      }
      if (waitedMs >= timeoutMs) throw fault("SECRETS_LOCKED", { store, seconds: timeoutMs / 1000 });
      await pause(clock, pauseMs * (0.5 + Math.random()));
    }
    const endRenewal = keepRenewed(path);
    try {
      return await work();
    } finally {
      endRenewal();
      await rmdir(path).catch(() => undefined);
    }
  };

  return (path, work) => queue(path, () => withDirectory(path, work));
}
