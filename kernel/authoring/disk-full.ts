// How to recognize a full disk: by the codes of this system, and by what other programs say.

import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { systemCode } from "../base/errors/system-code.js";

/** No space, no quota, or a file that is too large for the file system. */
export const diskFullCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** `FILE_DISK_FULL` for a write of `path` that has failed because the disk is full; undefined for any other error. */
export const diskFullFault = (path: string, error: unknown): PictorError | undefined =>
  diskFullCodes.has(systemCode(error) ?? "")
    ? fault("FILE_DISK_FULL", { path }, { cause: error })
    : undefined;

/** Whether another program reports a full disk in the words of systems and Python: errors 28 and 122 of Linux, 112 of Windows. */
export const saysDiskFull = (text: string): boolean =>
  /no space left on device|\[errno (?:28|122)\]|disk quota exceeded|\[winerror 112\]|not enough space on the disk/i.test(
    text,
  );
