// Work that nobody else does at the same time: a queue inside this process, a lock directory between processes.

import { mkdir, rmdir, stat, utimes } from "node:fs/promises";
import { createKeyedLock, fault, type Clock, type KeyedLock } from "@pictor/kernel/plugin";
import { codeOf, explained, store } from "./refusal.js";

/** An owner that has not shown life for so long is dead. Milliseconds. */
const staleMs = 60_000;
const lifeSignMs = 10_000;
/** A little more than that, so that a dead owner's lock is taken over and not complained about. */
const patienceMs = 65_000;
const pauseMs = 50;

/** Makes the directory, or clears away what a dead owner left of it. */
async function take(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
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

/** Holds the directory `path` while `work` runs. Rejects with `SECRETS_LOCKED` when it cannot be had in a minute. */
export function createLocks(clock: Clock): KeyedLock {
  const queue = createKeyedLock();

  const held: KeyedLock = async (path, work) => {
    const startedAtMs = clock.now();
    while (!(await explained(() => take(path)))) {
      if (clock.now() - startedAtMs >= patienceMs)
        throw fault("SECRETS_LOCKED", { store, seconds: patienceMs / 1000 });
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
