// Creates a folder and its missing parents.

import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../errors/system-code.js";

const isNoFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );

/**
 * Creates a folder and its missing parents, each with `mode`. Node's own recursive mkdir never settles if the parent
 * exists but cannot have children, as below /proc. Rejects with errors of the system, such as EEXIST for a file.
 */
export async function ensureFolder(path: string, mode?: number): Promise<void> {
  const make = () =>
    mkdir(path, mode).catch(async (error: unknown) => {
      if (systemCode(error) !== "EEXIST" || (await isNoFolder(path))) throw error;
    });
  await make().catch(async (error: unknown) => {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    await ensureFolder(dirname(path), mode);
    await make();
  });
}
