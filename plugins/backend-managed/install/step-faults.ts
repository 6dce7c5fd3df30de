// Full disks and refused writes, as errors of this plugin: from the file system, and from what tools wrote.

import { PictorError, saysDiskFull } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { toFolderFault } from "../folder-faults.js";

/** `MANAGED_DISK_FULL` or `MANAGED_FOLDER_NOT_WRITABLE`; any other error as it is. */
export function toStepFault(error: unknown, folder: string): unknown {
  if (!(error instanceof PictorError)) return toFolderFault(error, folder);
  const { lastLines } = error.details;
  const output = Array.isArray(lastLines) ? lastLines.join("\n") : "";
  return saysDiskFull(`${error.what}\n${output}`)
    ? managedFault("MANAGED_DISK_FULL", { folder }, { cause: error })
    : error;
}
