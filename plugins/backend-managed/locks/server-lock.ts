// Starting and stopping the server of an instance: one at a time, in this process and between processes.

import { createKeyedLock } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { withInstanceLock, type InstanceLock } from "./instance-lock.js";

/** The work under this lock takes seconds; a stop may use up all its deadlines. */
const limitMs = 60_000;

const queue = createKeyedLock();

/**
 * Holds `<root>/server.lock` while `work` runs, which is given a signal to pass on. Rejects with `MANAGED_SERVER_LOCKED` after a
 * minute of waiting, and as `withInstanceLock` does.
 */
export function withServerLock<Value>(
  instance: Instance,
  work: (signal: AbortSignal) => Promise<Value>,
  options: WorkOptions = {},
): Promise<Value> {
  const { name, layout } = instance;
  const lock = {
    name: "server",
    work: "start or stop of the server",
    limitMs,
    folderMode: 0o700,
    busy: () => managedFault("MANAGED_SERVER_LOCKED", { name, seconds: limitMs / 1000 }),
  } satisfies InstanceLock;
  return queue(layout.root, () => withInstanceLock(instance, lock, work, options));
}
