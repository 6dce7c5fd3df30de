// Adds a line to a file that several processes write, and that one of them may put a shorter one in place of.

import { open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "@pictor/kernel/plugin";

/** For its owner's eyes: prompts are personal. */
const fileMode = 0o600;
const folderMode = 0o700;

/**
 * Appends with a single write, so that lines of several processes never mix. Where the file was replaced meanwhile, the
 * line is written again, into the new one: it may then be there twice, never not at all.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  await makeFolder(dirname(path), folderMode);
  for (let attempt = 0; attempt < 5; attempt++) {
    const file = await open(path, "a", fileMode);
    try {
      await file.write(Buffer.from(line));
      const { ino } = await file.stat({ bigint: true });
      const current = await stat(path, { bigint: true }).catch(() => undefined);
      // One that was removed was emptied on purpose.
      if (current === undefined || current.ino === ino) return;
    } finally {
      await file.close();
    }
  }
}
