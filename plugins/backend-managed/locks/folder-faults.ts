// What it means that the folder of an instance cannot be written.

import { systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";

const full: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);
const refused: Readonly<Record<string, string>> = {
  EACCES: "you have no right to write there",
  EPERM: "you have no right to write there",
  EROFS: "it is read-only",
  ENOTDIR: "a part of that path is a file",
  EEXIST: "a part of that path is a file",
  ENOENT: "it cannot be made",
};

/** Does it; errors of the file system come out as `MANAGED_DISK_FULL` or `MANAGED_FOLDER_NOT_WRITABLE`. */
export async function withFolderFaults<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    if (full.has(code)) throw managedFault("MANAGED_DISK_FULL", { folder }, { cause: error });
    const reason = refused[code] ?? code;
    throw managedFault("MANAGED_FOLDER_NOT_WRITABLE", { folder, reason }, { cause: error });
  }
}
