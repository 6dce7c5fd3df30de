// A store in a folder of its own, with a clock in the test's hand and the log as a list.

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, Logger, SecretStore } from "@pictor/kernel/plugin";
import { createFakeClock, type FakeClock } from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import { openFileStore, type FileStoreOptions } from "../file-store.js";

export interface Workshop {
  readonly folder: string;
  readonly path: string;
  readonly clock: FakeClock;
  readonly warnings: readonly string[];
  /** Each call opens another store, as another process would. */
  open(options?: Partial<FileStoreOptions>): Promise<SecretStore>;
}

/** Pauses end at once and time stands still: for two that wait for each other, with no end to their patience. */
export const restless: Clock = {
  now: () => 0,
  after(_ms, callback) {
    const turn = setImmediate(callback);
    return () => {
      clearImmediate(turn);
    };
  },
};

export async function workshop(): Promise<Workshop> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "pictor-secrets-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "secrets.json");
  const clock = createFakeClock();
  const warnings: string[] = [];
  const ignore = () => undefined;
  const logger: Logger = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (message) => warnings.push(message),
  };
  const standard = { path, shownPath: path, hasOwnFolder: true, passphrase: "", uid: process.getuid?.() };
  return {
    folder,
    path,
    clock,
    warnings,
    open: (options) => openFileStore({ ...standard, logger, clock, ...options }),
  };
}

/** What a promise is rejected with. */
export const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error("it was not rejected");
    },
    (error: unknown) => error,
  );
