// Replaces the content of a file at once: a reader sees the old content or the new, also after a crash.

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { diskFullFault, ensureFolder, fault, PictorError, reasonOf, systemCode } from "@pictor/kernel";
import type { ReplaceOptions } from "@pictor/locks";

/** The file that a symbolic link leads to; a path without a file stays as it is. */
export async function linkedFile(path: string): Promise<string> {
  const { linkedFile: find } = await import("@pictor/locks");
  return find(path);
}

/** Any error of a file that cannot be written, as an error with a code: `FILE_DISK_FULL`, else `FILE_NOT_WRITABLE`. */
export function fileFault(path: string, error: unknown): PictorError {
  if (error instanceof PictorError) return error;
  const hasNoFolder = systemCode(error) === "ENOENT" && !existsSync(dirname(path));
  const reason = hasNoFolder ? "its folder does not exist" : reasonOf(error);
  return diskFullFault(path, error) ?? fault("FILE_NOT_WRITABLE", { path, reason }, { cause: error });
}

/**
 * Creates the folder if necessary. A symbolic link stays, and the file that it names is replaced. Rejects with `FILE_DISK_FULL`,
 * `FILE_NOT_WRITABLE` or `FILE_IN_USE`; the file is then unchanged.
 */
export async function replaceFile(path: string, text: string, options?: ReplaceOptions): Promise<void> {
  try {
    const { replaceFile: replace } = await import("@pictor/locks");
    await ensureFolder(dirname(path));
    await replace(await linkedFile(path), text, options);
  } catch (error) {
    throw fileFault(path, error);
  }
}
