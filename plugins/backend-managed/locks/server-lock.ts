// Starting and stopping the server of an instance: one at a time, in this process and between processes.

import { createKeyedLock, pause } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { acquireLock } from "./lock-file.js";

const kind = { file: "server", staleMs: 10_000, folderMode: 0o700 } as const;
/** The work under this lock takes seconds; a stop may use up all its deadlines. */
const timeoutMs = 60_000;
const pollMs = 50;

const queue = createKeyedLock();

/** Holds `<root>/server.lock` while `work` runs. Rejects with `MANAGED_SERVER_LOCKED` after a minute of waiting. */
export function withServerLock<Value>(
  instance: Instance,
  work: () => Promise<Value>,
  options: WorkOptions = {},
): Promise<Value> {
  return queue(instance.layout.root, async () => {
    options.signal?.throwIfAborted();
    const release = await waitForLock(instance, options);
    try {
      return await work();
    } finally {
      await release();
    }
  });
}

async function waitForLock(
  instance: Instance,
  { signal, onLine }: WorkOptions,
): Promise<() => Promise<void>> {
  const { clock, name } = instance;
  const deadlineMs = clock.now() + timeoutMs;
  for (let hasWaited = false; ; hasWaited = true) {
    const release = await acquireLock(instance, kind);
    if (release !== undefined) return release;
    if (!hasWaited) onLine?.("waiting for another process that starts or stops the server");
    if (clock.now() >= deadlineMs)
      throw managedFault("MANAGED_SERVER_LOCKED", { name, seconds: timeoutMs / 1000 });
    await pause(clock, pollMs, signal);
  }
}
