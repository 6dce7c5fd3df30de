// Creates the data folders of a server, and removes temporary folders whose process has ended.
import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { discard, ensureFolder } from "@pictor/kernel/plugin";
import { pidExists } from "@pictor/process-table";

export interface DataFolders {
  readonly root: string;
  readonly output: string;
  readonly temp: string;
  readonly input: string;
  /** Settings and user data, one folder per user; created by the first write. */
  readonly user: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The parent of the folders of servers that were started without a directory; one for each user of the machine. `os.userInfo`
 * would throw for a user without a passwd entry. On Windows, the temporary folder belongs to one user.
 */
const temporaryParent = (): string =>
  path.join(os.tmpdir(), `pictor-embedded-${process.getuid?.() ?? "user"}`);

/** Creates the folders. Without a directory they are temporary, and a later server may remove them after a day. */
export async function openDataFolders(directory?: string): Promise<DataFolders> {
  if (directory === undefined) await removeAbandoned(temporaryParent());
  const fresh = path.join(temporaryParent(), `${process.pid}-${randomBytes(4).toString("hex")}`);
  const root = path.resolve(directory ?? fresh);
  const folder = (name: string): string => path.join(root, name);
  const folders = {
    root,
    output: folder("output"),
    temp: folder("temp"),
    input: folder("input"),
    user: folder("user"),
  };
  // Real servers, too, empty `temp` when they start.
  await discard(folders.temp);
  for (const name of [folders.output, folders.temp, folders.input]) {
    await ensureFolder(name, 0o700);
  }
  return folders;
}

/**
 * Removes `<pid>-<random>` folders whose process has ended. Folders younger than a day are kept, so that images that
 * a client could not save stay available for a while.
 */
export async function removeAbandoned(parent: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const pid = /^(\d+)-[0-9a-f]+$/.exec(name)?.[1];
    if (pid === undefined || pidExists(Number(pid))) continue;
    const folder = path.join(parent, name);
    const info = await stat(folder).catch(() => undefined);
    if (info === undefined || now - info.mtimeMs < DAY_MS) continue;
    await discard(folder);
  }
}
