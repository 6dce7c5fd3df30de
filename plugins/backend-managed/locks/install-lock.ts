// One change of an instance at a time, across processes: installing, updating, and changing extensions.

import type { Holder } from "@pictor/locks";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { describeHolder, withInstanceLock, type InstanceLock } from "./instance-lock.js";

/**
 * Holds `<root>/install.lock` while `work` runs; `kind` names the work for others ("installation", "change of
 * extensions"). Rejects with `MANAGED_BUSY` at once when a living process holds the lock, also one that stands still;
 * the lock of a process that has ended is taken over at once, that of a process on another machine when it was not
 * renewed for ten seconds. `work` is given a signal to pass on, and the rejections are those of `withInstanceLock`.
 * Calls must not be nested.
 */
export function withInstallLock<T>(
  instance: Instance,
  kind: string,
  work: (signal: AbortSignal) => Promise<T>,
  { signal }: WorkOptions = {},
): Promise<T> {
  const { name } = instance;
  const lock = {
    name: "install",
    work: kind,
    limitMs: 0,
    busy: (holder: Holder | undefined) =>
      managedFault(
        "MANAGED_BUSY",
        { work: kind, name, owner: describeHolder(holder) },
        { more: { ...holder } },
      ),
  } satisfies InstanceLock;
  return withInstanceLock(instance, lock, work, { signal });
}
