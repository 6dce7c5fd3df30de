// The locks of a secret store that keeps its secrets in a file: a queue within this process, a lock between processes.

import { dirname } from "node:path";
import {
  createKeyedLock,
  diskFullFault,
  ensureFolder,
  fault,
  reasonOf,
  type Clock,
  type Logger,
} from "@pictor/kernel/plugin";
import type { HeldLock } from "./hold.js";
import { LockBusy } from "./problems.js";
import { withLock } from "./with-lock.js";

/** How long to wait for a living holder, in milliseconds: it may be waiting for an identity provider. */
const limitMs = 65_000;

export interface SecretLocksOptions {
  /** The store in errors. */
  readonly store: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Runs the work while no other caller has the lock `path`. Settles as the work does, or as `createSecretLocks` says. */
export type SecretLocks = <T>(path: string, work: (lock: HeldLock) => Promise<T>) => Promise<T>;

/**
 * The folder of the lock is created if necessary, for its user alone. Rejects with `SECRETS_LOCKED` when a living
 * process holds the lock for more than a minute, and with `FILE_DISK_FULL`, or with `SECRETS_UNAVAILABLE` when the disk
 * refuses the lock, or when it was lost. A wait of more than a second is logged.
 */
export function createSecretLocks({ store, clock, logger }: SecretLocksOptions): SecretLocks {
  const queue = createKeyedLock();
  const explainFor = (path: string) => (problem: unknown) =>
    problem instanceof LockBusy
      ? fault("SECRETS_LOCKED", { store, seconds: limitMs / 1000 }, { cause: problem })
      : (diskFullFault(path, problem) ??
        fault("SECRETS_UNAVAILABLE", { store, reason: reasonOf(problem) }, { cause: problem }));
  const onWait = (): void => {
    logger.warn("The secret store waits for another process.");
  };
  return (path, work) =>
    queue(path, async () => {
      const explain = explainFor(path);
      await ensureFolder(dirname(path), 0o700).catch((error: unknown) => {
        throw explain(error);
      });
      return withLock(path, { clock, limitMs, explain, onWait }, work);
    });
}
