// Files of JSON in the server's folder, which several servers and commands read, and change one after the other.

import { readFile } from "node:fs/promises";
import { ifThere, parseJson } from "@pictor/kernel";
import { withFileLock } from "@pictor/services";

/** Only the owner of the file may read it. */
const mode = 0o600;

/** The value in the file; undefined if there is no file. Rejects as `readFile` and `parseJson` do. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await ifThere(readFile(path, "utf8"));
  return text === undefined ? undefined : parseJson(text);
}

/**
 * Replaces what `read` finds with what `edit` makes of it. No other process changes the file meanwhile. Rejects as
 * `withFileLock` does.
 */
export const changeJsonFile = <Content>(
  path: string,
  read: () => Promise<Content>,
  edit: (content: Content) => Content,
): Promise<void> =>
  withFileLock(path, async (lock) => {
    const after = edit(await read());
    await lock.replace(path, `${JSON.stringify(after, undefined, 2)}\n`, mode);
  });
