// Replaces the lines of a file to which other processes append meanwhile, without its lock.

import { randomUUID } from "node:crypto";
import { link, open, readFile } from "node:fs/promises";
import { discard } from "@pictor/kernel/plugin";
import { appendLines } from "./append-lines.js";
import type { HeldLock } from "./hold.js";
import { replaceFile } from "./replace-file.js";

/** Only the owner may read the file. */
const mode = 0o600;

/** The content of a file, which is created if it is missing: a file that another process created now would be replaced. */
async function contentOf(path: string): Promise<Buffer> {
  await (await open(path, "a", mode)).close();
  return readFile(path);
}

/**
 * Replaces the content of the file with what `edit` makes of it; undefined leaves it as it is. `lock` is the lock of
 * the file, which those that replace it hold, and those that append with `appendLines` do not need: their lines are in
 * the new file, perhaps twice. The file is open at no time while it is replaced, which Windows would refuse: a second
 * name keeps the old file, for lines that are appended to it until then. Rejects as `replaceFile` does.
 */
export async function replaceLines(
  path: string,
  lock: Pick<HeldLock, "confirm">,
  edit: (content: Buffer) => Uint8Array | string | undefined,
): Promise<void> {
  const existing = `${path}.${randomUUID()}`;
  try {
    const content = await contentOf(path);
    const after = edit(content);
    if (after === undefined) return;
    // On a file system without hard links, a line that is appended just now is lost.
    const isKept = await link(path, existing).then(
      () => true,
      () => false,
    );
    await replaceFile(path, after, { mode, lock });
    const appended = isKept ? (await readFile(existing)).subarray(content.length) : new Uint8Array();
    if (appended.length > 0) await appendLines(path, appended);
  } finally {
    await discard(existing);
  }
}
