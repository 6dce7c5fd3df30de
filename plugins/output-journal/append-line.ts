// Appends a line to a file to which several processes write, and which one of them may replace with a shorter file.

import { open, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder } from "@pictor/kernel/plugin";

/** Only the owner may read the journal, because prompts are personal. */
const fileMode = 0o600;
const folderMode = 0o700;
const maxAttempts = 5;

/** What ends the last line, if a full disk or a crash has cut it. */
async function cutLineEnd(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  if (size === 0) return "";
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === "\n" ? "" : "\n";
}

/**
 * Appends with a single write, so that lines of several processes do not mix. If the file was replaced meanwhile, the
 * line is appended to the new file as well: it may then be in the journal twice, but it is not lost.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  await ensureFolder(dirname(path), folderMode);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const file = await open(path, "a+", fileMode);
    try {
      await file.appendFile(`${await cutLineEnd(file)}${line}`);
      const { ino } = await file.stat({ bigint: true });
      const current = await stat(path, { bigint: true }).catch(() => undefined);
      // A missing file was cleared on purpose, so the line is not written again.
      if (current === undefined || current.ino === ino) return;
    } finally {
      await file.close();
    }
  }
}
