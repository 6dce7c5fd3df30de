// Files of strangers, read with care: no pipes, no devices, nothing large.

import { open, stat } from "node:fs/promises";
import { constants } from "node:fs";

/** Bytes; what describes an extension is far smaller. */
const defaultMaxBytes = 1_048_576;

/** What became a pipe meanwhile does not block. Windows has no such flag. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & { readonly O_RDONLY: number };
const openFlags = O_RDONLY | O_NONBLOCK;

/** The text of a regular file, links followed; undefined when there is none, or it cannot be read, or it is too large. */
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
