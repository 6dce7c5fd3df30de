// A store in a temporary folder, with a fake clock and recorded warnings.

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger, SecretStore } from "@pictor/kernel/plugin";
import { createFakeClock, type FakeClock } from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import { openFileStore, type FileStoreOptions } from "../file-store.js";

export interface StoreFixture {
  readonly folder: string;
  readonly path: string;
  readonly clock: FakeClock;
  readonly warnings: readonly string[];
  /** Each call opens another store, as another process would. */
  open(options?: Partial<FileStoreOptions>): Promise<SecretStore>;
}

export async function createStoreFixture(): Promise<StoreFixture> {
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

/** Settles with the error of a rejected promise. */
export const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error("it was not rejected");
    },
    (error: unknown) => error,
  );
