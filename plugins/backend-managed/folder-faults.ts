// Refusals of the file system, as errors about a folder of the instance.

import { diskFullCodes, PictorError, saysDiskFull, systemCode } from "@pictor/kernel/plugin";
import { managedFault } from "./faults.js";

const refusals: Readonly<Record<string, string>> = {
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a part of the path is a file",
  EISDIR: "a folder has that name",
  ENAMETOOLONG: "the name is too long",
  EINVAL: "the file system does not accept the name",
};

/** Why a write failed, for the user; undefined for codes that do not concern the place that is written to. */
export const writeFailureReason = (code: string): string | undefined =>
  diskFullCodes.has(code) ? "the disk is full" : refusals[code];

function folderFault(code: string, folder: string, cause: unknown): PictorError {
  if (diskFullCodes.has(code)) return managedFault("MANAGED_DISK_FULL", { folder }, { cause });
  return managedFault("MANAGED_FOLDER_NOT_WRITABLE", { folder, reason: refusals[code] ?? code }, { cause });
}

/** `MANAGED_DISK_FULL` or `MANAGED_FOLDER_NOT_WRITABLE` for a refused write; any other error as it is. */
export function toFolderFault(error: unknown, folder: string): unknown {
  const code = error instanceof PictorError ? undefined : systemCode(error);
  return code === undefined || writeFailureReason(code) === undefined
    ? error
    : folderFault(code, folder, error);
}

/**
 * As `toFolderFault`, also for what a tool wrote: `MANAGED_DISK_FULL` for an error whose text or last lines say that
 * the disk is full.
 */
export function toToolFault(error: unknown, folder: string): unknown {
  if (!(error instanceof PictorError)) return toFolderFault(error, folder);
  const { lastLines } = error.details;
  const output = Array.isArray(lastLines) ? lastLines.join("\n") : "";
  return saysDiskFull(`${error.what}\n${output}`)
    ? managedFault("MANAGED_DISK_FULL", { folder }, { cause: error })
    : error;
}

/** Runs `work`; every system error becomes `MANAGED_DISK_FULL` or `MANAGED_FOLDER_NOT_WRITABLE`. */
export async function withFolderFaults<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof PictorError ? undefined : systemCode(error);
    throw code === undefined ? error : folderFault(code, folder, error);
  }
}
