// Appends lines to a file to which several processes write, and which one of them may replace with a shorter file.

import { open, stat, type FileHandle } from "node:fs/promises";

const maxAttempts = 5;

const lineFeed = Buffer.from("\n");

/** What ends the last line, if a full disk or a crash has cut it. */
async function cutLineEnd(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  if (size === 0) return Buffer.alloc(0);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.equals(lineFeed) ? Buffer.alloc(0) : lineFeed;
}

/**
 * Appends with a single write, so that lines of several processes do not mix, and resolves to the size of the file in
 * bytes. `lines` ends with a line feed. If the file was replaced meanwhile, the lines are appended to the new file as
 * well: they may then be in the file twice, but they are not lost. A missing file is created for its user alone, in a
 * folder that exists. With `isSynced`, the lines outlast a failure of the power.
 */
export async function appendLines(
  path: string,
  lines: string | Uint8Array,
  { isSynced = false }: { readonly isSynced?: boolean } = {},
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const file = await open(path, "a+", 0o600);
    try {
      await file.appendFile(Buffer.concat([await cutLineEnd(file), Buffer.from(lines)]));
      if (isSynced) await file.datasync();
      const { ino, size } = await file.stat({ bigint: true });
      const current = await stat(path, { bigint: true }).catch(() => undefined);
      // A missing file was cleared on purpose, so the lines are not written again.
      if (current === undefined || current.ino === ino || attempt === maxAttempts) return Number(size);
    } finally {
      await file.close();
    }
  }
}
