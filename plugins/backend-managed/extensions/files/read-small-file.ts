// Reads files that other programs have written: no pipes, no devices, and no large files.

import { open, stat } from "node:fs/promises";
import { constants } from "node:fs";

/** The default size limit in bytes. Files that describe an extension are far smaller. */
const defaultMaxBytes = 1_048_576;

/** O_NONBLOCK prevents blocking if the file has been replaced by a pipe since the check. Windows lacks the flag. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & { readonly O_RDONLY: number };
const openFlags = O_RDONLY | O_NONBLOCK;

/** The text of a regular file; symbolic links are followed. Undefined for a file that is missing, unreadable or too large. */
export async function readSmallFile(path: string, maxBytes = defaultMaxBytes): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) return undefined;
    const file = await open(path, openFlags);
    try {
      const { size } = await file.stat();
      return size > maxBytes ? undefined : await file.readFile("utf8");
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
