// Makes a folder beside the installed plugins, for the files of one that is not installed yet or no longer.

import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { ensureFolder } from "@pictor/kernel";
import { fileFault } from "@pictor/services";

/** The caller removes the folder. Rejects with `FILE_NOT_WRITABLE`. */
export async function createScratch(userFolder: string): Promise<string> {
  try {
    await ensureFolder(userFolder, 0o700);
    return await mkdtemp(join(userFolder, ".scratch-"));
  } catch (error) {
    throw fileFault(userFolder, error);
  }
}
