// One change of an instance at a time, across processes: installing, updating, and what extensions change.

import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { makeFolder, systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance } from "../instance.js";
import { refusalOf } from "../install/refusal.js";

/** One that has shown no life for so long is dead. Milliseconds. */
const staleMs = 6_000;
const lifeSignMs = 2_000;
/** While the owner is dead but its lock still looks alive. */
const pauseMs = 250;

interface Owner {
  readonly pid: number;
  readonly host: string;
}

async function ownerIn(file: string): Promise<Owner | undefined> {
  try {
    const { pid, host } = JSON.parse(await readFile(file, "utf8")) as Partial<Owner>;
    return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function isDead(owner: Owner | undefined): boolean {
  if (owner?.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
}

export interface LockOptions {
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` while nobody else changes the instance; `kind` names it for others ("installation", "change of extensions").
 * Rejects with `MANAGED_BUSY` at once when somebody does; the lock of a process that was killed is taken over when it
 * has gone stale, a few seconds later. Not to be nested.
 */
export async function withInstallLock<T>(
  instance: Instance,
  kind: string,
  work: () => Promise<T>,
  { signal }: LockOptions = {},
): Promise<T> {
  const { name, layout, clock, logger } = instance;
  /** Locked under a name of its own (`install.lock`): the library knows its locks by it, and the server has another one. */
  const locked = join(layout.root, "install");
  const ownerFile = join(layout.root, "install.owner.json");
  const { lock } = await import("proper-lockfile");
  const onCompromised = (): void => {
    logger.warn(`Another process took over the lock of "${name}", as this one stood still for seconds.`);
  };
  const acquire = async (): Promise<() => Promise<void>> => {
    for (let waitedMs = 0; ; waitedMs += pauseMs) {
      signal?.throwIfAborted();
      try {
        return await lock(locked, {
          realpath: false,
          stale: staleMs,
          update: lifeSignMs,
          onCompromised,
        });
      } catch (error) {
        if (systemCode(error) !== "ELOCKED") throw refusalOf(error, layout.root);
        const owner = await ownerIn(ownerFile);
        if (!isDead(owner) || waitedMs > 2 * staleMs) {
          const told = owner === undefined ? "" : ` (process ${owner.pid} on ${owner.host})`;
          throw managedFault("MANAGED_BUSY", { work: kind, name, owner: told }, { more: { ...owner } });
        }
      }
      await new Promise<void>((resolve) => void clock.after(pauseMs, resolve));
    }
  };

  const refused = (error: unknown): never => {
    throw refusalOf(error, layout.root);
  };
  await makeFolder(layout.root).catch(refused);
  const release = await acquire();
  try {
    const owner: Owner = { pid: process.pid, host: hostname() };
    await writeFile(ownerFile, JSON.stringify(owner)).catch(refused);
    return await work();
  } finally {
    await rm(ownerFile, { force: true }).catch(() => undefined);
    // It is gone when it was taken over; what cannot be removed goes stale.
    await release().catch(() => undefined);
  }
}
