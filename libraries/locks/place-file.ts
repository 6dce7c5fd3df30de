// Gives a complete file its name, if nothing has that name yet.

import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";
import { systemCode } from "@pictor/kernel/plugin";

/**
 * Settles with false if something has the name `to`, which is never replaced. The file keeps the name `from`, too. Rejects
 * with errors of the system.
 */
export async function placeFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: unknown) => {
      if (["EEXIST", "ENOENT"].includes(systemCode(error) ?? "")) throw error;
      // A file system without hard links refuses them with one of many codes.
      return copyFile(from, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}
