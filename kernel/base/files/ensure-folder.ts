// Creates a folder and its missing parents.

import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../errors/system-code.js";

/**
 * Creates a folder and its missing parents, each with `mode`. Node's own recursive mkdir never settles if the parent
 * exists but cannot have children, as below /proc.
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
