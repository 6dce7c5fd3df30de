// Appends a line to a file to which several processes write, and which one of them may replace with a shorter file.

import { open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder } from "@pictor/kernel/plugin";

/** Only the owner may read the journal, because prompts are personal. */
const fileMode = 0o600;
const folderMode = 0o700;
const maxAttempts = 5;

/**
 * Appends with a single write, so that lines of several processes do not mix. If the file was replaced meanwhile, the
 * line is appended to the new file as well: it may then be in the journal twice, but it is not lost.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  await ensureFolder(dirname(path), folderMode);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const file = await open(path, "a", fileMode);
    try {
      await file.write(Buffer.from(line));
      const { ino } = await file.stat({ bigint: true });
      const current = await stat(path, { bigint: true }).catch(() => undefined);
      // A missing file was cleared on purpose, so the line is not written again.
      if (current === undefined || current.ino === ino) return;
    } finally {
      await file.close();
    }
  }
}
