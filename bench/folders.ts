// A temporary folder, for as long as some work takes.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates an empty folder, which nobody removes. */
export const createFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "pictor-bench-"));

/** Removes a folder with all that is in it, even if a process that ends still writes there. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20 });

/** Runs `work` with an empty folder, and removes the folder. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await createFolder();
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}
