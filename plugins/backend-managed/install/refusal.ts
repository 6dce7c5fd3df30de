// What the file system refuses, as errors of this plugin.

import { PictorError, reasonOf, systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { diskFullPattern } from "../python/run-tool.js";

const full: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const forbidden: ReadonlySet<unknown> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOTDIR",
  "ENAMETOOLONG",
  "EINVAL",
]);

/** `MANAGED_DISK_FULL` or `MANAGED_FOLDER_NOT_WRITABLE`, else what was thrown. */
export function refusalOf(error: unknown, folder: string): unknown {
  if (error instanceof PictorError) {
    const { lastLines } = error.details;
    const told = Array.isArray(lastLines) ? lastLines.join("\n") : "";
    const isFull = diskFullPattern.test(`${error.what}\n${told}`);
    return isFull ? managedFault("MANAGED_DISK_FULL", { folder }, { cause: error }) : error;
  }
  const code = systemCode(error);
  if (full.has(code)) return managedFault("MANAGED_DISK_FULL", { folder }, { cause: error });
  if (forbidden.has(code)) {
    return managedFault("MANAGED_FOLDER_NOT_WRITABLE", { folder, reason: reasonOf(error) }, { cause: error });
  }
  return error;
}
