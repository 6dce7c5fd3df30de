// Replaces the content of a file: a reader sees the old content or the new, and a process that has lost the lock
// replaces nothing.

import { randomUUID } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { discard, moveFile, systemCode } from "@pictor/kernel/plugin";
import type { HeldLock } from "./hold.js";

export interface ReplaceOptions {
  /** Mode of the file. Default: that of the file that is replaced, or what the system gives to new files. */
  readonly mode?: number;
  /** The lock that the caller holds. Without one, the last of several writers wins. */
  readonly lock?: Pick<HeldLock, "confirm">;
  /**
   * Whether the text is on the disk before the file is replaced. Default true; false for a file that a power failure
   * may cost.
   */
  readonly isFlushed?: boolean;
}

/** The end of the names of incomplete files, which begin with the name of the file. A crash may leave one. */
export const incompleteEnd = ".part";

/**
 * Writes `text` to the disk under another name, confirms the lock, and renames. Does not follow a symbolic link. The
 * owner and group of the file stay as they are, where the system permits that. Rejects as `confirm` does, with
 * `FILE_IN_USE`, or with errors of the system; the file is then unchanged.
 */
export async function replaceFile(
  path: string,
  text: string | Uint8Array,
  options: ReplaceOptions = {},
): Promise<void> {
  const { mode, lock, isFlushed = true } = options;
  const before = await stat(path).catch(() => undefined);
  const wanted = mode ?? (before && before.mode & 0o7777);
  const temporary = `${path}.${randomUUID()}${incompleteEnd}`;
  try {
    const file = await open(temporary, "wx", wanted ?? 0o666);
    try {
      if (before !== undefined) await file.chown(before.uid, before.gid).catch(ignoreRefusal);
      if (wanted !== undefined) await file.chmod(wanted).catch(ignoreRefusal);
      await file.writeFile(text);
      if (isFlushed) await file.sync();
    } finally {
      await file.close();
    }
    await lock?.confirm();
    await moveFile(temporary, path);
  } catch (error) {
    await discard(temporary);
    throw error;
  }
}

/** Some file systems know no owners, and a user may not give files away. */
function ignoreRefusal(error: unknown): void {
  if (!["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"].includes(systemCode(error) ?? "")) throw error;
}
