// A store in a temporary folder, with a fake clock and recorded warnings.

import { realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@pictor/kernel/plugin";
import { createFakeClock, createTestFolder, silentLogger } from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import { openFileStore, type FileStoreOptions } from "../file-store.js";

export async function createStoreFixture() {
  const folder = await realpath(createTestFolder());
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "secrets.json");
  const clock = createFakeClock();
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const logger: Logger = { ...silentLogger, warn };
  const standard = { path, shownPath: path, hasOwnFolder: true, passphrase: "", uid: process.getuid?.() };
  return {
    folder,
    path,
    clock,
    warnings,
    /** Each call opens another store, as another process would. */
    open: (options?: Partial<FileStoreOptions>) => openFileStore({ ...standard, logger, clock, ...options }),
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
