// The folder of one server: output, temp and input; and the removal of folders that dead processes left behind.
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { systemCode } from "@pictor/kernel/plugin";

export interface DataFolders {
  readonly root: string;
  readonly output: string;
  readonly temp: string;
  readonly input: string;
  /** Settings and user data, one folder for each user; made when something is written. */
  readonly user: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Where servers without a directory of their own keep their files: one folder for each user of the machine. */
export const sharedParent = (): string => path.join(os.tmpdir(), `pictor-embedded-${os.userInfo().uid}`);

/** Creates the folders; without a directory, a fresh one that later servers may remove when it is old. */
export async function openDataFolders(directory?: string): Promise<DataFolders> {
  if (directory === undefined) await removeAbandoned(sharedParent());
  const fresh = path.join(sharedParent(), `${process.pid}-${randomBytes(4).toString("hex")}`);
  const root = path.resolve(directory ?? fresh);
  const folder = (name: string): string => path.join(root, name);
  const folders = {
    root,
    output: folder("output"),
    temp: folder("temp"),
    input: folder("input"),
    user: folder("user"),
  };
  // As the real server does: what an earlier one left in temp is gone.
  await rm(folders.temp, { recursive: true, force: true });
  for (const name of [folders.output, folders.temp, folders.input]) {
    await mkdir(name, { recursive: true, mode: 0o700 });
  }
  return folders;
}

/**
 * Removes `<pid>-<random>` folders whose process is gone and that are older than a day, so that a picture that a
 * client could not save stays reachable for a while.
 */
export async function removeAbandoned(parent: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const pid = /^(\d+)-[0-9a-f]+$/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = path.join(parent, name);
    const info = await stat(folder).catch(() => undefined);
    if (info === undefined || now - info.mtimeMs < DAY_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
