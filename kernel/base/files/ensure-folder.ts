// Folders that are missing, made one by one.

import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../errors/system-code.js";

/**
 * Makes a folder and what is missing above it; `mode` is that of each new one. Node's own recursive mkdir never settles
 * where the parent exists and still cannot have children, as below /proc.
 */
export async function ensureFolder(path: string, mode?: number): Promise<void> {
  const make = () =>
    mkdir(path, mode).catch((error: unknown) => {
      if (systemCode(error) !== "EEXIST") throw error;
    });
  await make().catch(async (error: unknown) => {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    await ensureFolder(dirname(path), mode);
    await make();
  });
}
