// One change of an instance at a time, across processes: installing, updating, and changing extensions.

import { rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { pause } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { withFolderFaults } from "../folder-faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { pidExists } from "../server/process/process-identity.js";
import { readJson } from "../stored-json.js";
import { acquireLock } from "./lock-file.js";

const lock = { file: "install", staleMs: 6_000 } as const;
const pollMs = 250;

interface Holder {
  readonly pid: number;
  readonly host: string;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  const { pid, host } = ((await readJson(file)) ?? {}) as Partial<Holder>;
  return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
}

const isDead = (holder: Holder | undefined): boolean => holder?.host === hostname() && !pidExists(holder.pid);

/**
 * Holds `<root>/install.lock` while `work` runs; `kind` names the work for others ("installation", "change of extensions").
 * Rejects with `MANAGED_BUSY` at once when a live process holds the lock; the lock of a killed process is taken over when it
 * becomes stale, a few seconds later. Calls must not be nested.
 */
export async function withInstallLock<T>(
  instance: Instance,
  kind: string,
  work: () => Promise<T>,
  { signal }: WorkOptions = {},
): Promise<T> {
  const { name, layout, clock } = instance;
  const holderFile = join(layout.root, "install.owner.json");
  const waitForLock = async (): Promise<() => Promise<void>> => {
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      signal?.throwIfAborted();
      const release = await acquireLock(instance, lock);
      if (release !== undefined) return release;
      const holder = await readHolder(holderFile);
      if (!isDead(holder) || waitedMs > 2 * lock.staleMs) {
        const owner = holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;
        throw managedFault("MANAGED_BUSY", { work: kind, name, owner }, { more: { ...holder } });
      }
      await pause(clock, pollMs, signal);
    }
  };
  const release = await waitForLock();
  try {
    const self: Holder = { pid: process.pid, host: hostname() };
    await withFolderFaults(layout.root, () => writeFile(holderFile, JSON.stringify(self)));
    return await work();
  } finally {
    await rm(holderFile, { force: true }).catch(() => undefined);
    await release();
  }
}
