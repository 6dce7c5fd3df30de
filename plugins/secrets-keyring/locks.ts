// Work that nobody else does at the same time: a queue inside this process, a lock directory between processes.

import { mkdir, rmdir, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
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
const pauseMs = 50;

/** Makes the directory, or clears away what a dead owner left of it. */
async function take(path: string): Promise<boolean> {
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

function showLife(path: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, lifeSignMs).unref();
  return () => {
    clearInterval(timer);
  };
}

/** Holds the directory `path` while `work` runs. Rejects with `SECRETS_LOCKED` when it cannot be had in a minute; a wait of more than a second is told. */
export function createLocks({ clock, logger }: { clock: Clock; logger: Logger }): KeyedLock {
  const queue = createKeyedLock();

  const held: KeyedLock = async (path, work) => {
    await explained(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
    const startedAtMs = clock.now();
    let isTold = false;
    while (!(await explained(() => take(path)))) {
      const waitedMs = clock.now() - startedAtMs;
      if (waitedMs >= quietMs && !isTold) {
        logger.warn("The secret store waits for another process.");
        isTold = true;
      }
      if (waitedMs >= patienceMs) throw fault("SECRETS_LOCKED", { store, seconds: patienceMs / 1000 });
      await new Promise<void>((resolve) => clock.after(pauseMs * (0.5 + Math.random()), resolve));
    }
    const fallSilent = showLife(path);
    try {
      return await work();
    } finally {
      fallSilent();
      await rmdir(path).catch(() => undefined);
    }
  };

  return (path, work) => queue(path, () => held(path, work));
}
