// Starting and stopping an instance: one at a time, in this process and between processes.

import { join } from "node:path";
import { pause, createKeyedLock, makeFolder, systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance } from "../instance.js";
import { withFolderFaults } from "./folder-faults.js";

/** An owner that has not shown life for so long is dead. Milliseconds. */
const staleMs = 10_000;
const lifeSignMs = 2_500;
/** What is done under it takes seconds; a stop may use up all its deadlines. */
const timeoutMs = 60_000;
const pollMs = 50;

const queue = createKeyedLock();

export interface LockOptions {
  readonly signal?: AbortSignal;
  /** Told once, when another process has it. */
  waiting?(): void;
}

/** Holds `<root>/server.lock` meanwhile. Rejects with `MANAGED_SERVER_LOCKED` after a minute. */
export function withServerLock<Value>(
  instance: Instance,
  work: () => Promise<Value>,
  options: LockOptions = {},
): Promise<Value> {
  const { root } = instance.layout;
  return queue(root, async () => {
    options.signal?.throwIfAborted();
    const release = await withFolderFaults(root, () => acquire(instance, options));
    try {
      return await work();
    } finally {
      // It is gone when it was taken over; what cannot be removed goes stale.
      await release().catch(() => undefined);
    }
  });
}

async function acquire(instance: Instance, { signal, waiting }: LockOptions): Promise<() => Promise<void>> {
  const { clock, logger, name } = instance;
  const { root } = instance.layout;
  const { lock } = await import("proper-lockfile");
  await makeFolder(root, 0o700);
  const sinceMs = clock.now();
  for (let isTold = false; ; isTold = true) {
    try {
      // Under a name of its own: the library knows its locks by it, and an installation has another one.
      return await lock(join(root, "server"), {
        realpath: false,
        stale: staleMs,
        update: lifeSignMs,
        onCompromised: () => {
          logger.warn(`This process stood still, and another one took over the lock of "${name}".`);
        },
      });
    } catch (error) {
      if (systemCode(error) !== "ELOCKED") throw error;
    }
    if (!isTold) waiting?.();
    if (clock.now() - sinceMs >= timeoutMs)
      throw managedFault("MANAGED_SERVER_LOCKED", { name, seconds: timeoutMs / 1000 });
    await pause(clock, pollMs, signal);
  }
}
