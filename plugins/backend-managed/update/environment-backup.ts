// A backup of the Python environment. It is restored to the same path, because environments contain absolute paths.

import { constants, existsSync, type Dirent } from "node:fs";
import { copyFile, link, mkdir, readdir, readlink, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { moveFile } from "@pictor/kernel/plugin";

const backupOf = (venv: string): string => `${venv}.backup`;
/** Folders of an incomplete backup, and of an environment that will be deleted. */
const scratchOf = (venv: string): readonly string[] => [`${venv}.backup-part`, `${venv}.discard`];

/** Files of one folder that are copied concurrently. */
const maxConcurrentCopies = 32;

/**
 * Whether a file may be edited in place (programs, `.pth`, `.cfg`), so that it needs a real copy. Installers replace all
 * other files, for which a hard link is enough.
 */
const isEdited = (path: string): boolean =>
  /\.(?:pth|cfg|egg-link|json|txt)$/i.test(path) || /[\\/](?:bin|Scripts)[\\/][^\\/]+$/.test(path);

/** Copies by reflink if the file system supports it, else by hard link, else the bytes. */
async function copyCheaply(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
    return;
  } catch {
    // Most file systems have no reflinks.
  }
  if (!isEdited(from)) {
    try {
      await link(from, to);
      return;
    } catch {
      // The file system has no hard links, or the file has too many.
    }
  }
  await rm(to, { force: true });
  await copyFile(from, to);
}

async function copyEntry(entry: Dirent, from: string, to: string, signal?: AbortSignal): Promise<void> {
  const [source, target] = [join(from, entry.name), join(to, entry.name)];
  if (entry.isDirectory()) await copyFolder(source, target, signal);
  else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
  else if (entry.isFile()) await copyCheaply(source, target);
}

async function copyFolder(from: string, to: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await mkdir(to, (await stat(from)).mode);
  const entries = await readdir(from, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const files = entries.filter((entry) => !entry.isDirectory());
  for (let start = 0; start < files.length; start += maxConcurrentCopies) {
    const some = files.slice(start, start + maxConcurrentCopies);
    await Promise.all(some.map((entry) => copyEntry(entry, from, to, signal)));
  }
  for (const entry of folders) await copyEntry(entry, from, to, signal);
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** Creates the backup. An incomplete one has another name. */
export async function backUp(venv: string, signal?: AbortSignal): Promise<void> {
  await dropBackup(venv);
  const [part = ""] = scratchOf(venv);
  await copyFolder(venv, part, signal);
  await moveFile(part, backupOf(venv));
}

/** Replaces the environment with its backup, if there is one. Can be repeated. */
export async function restoreBackup(venv: string): Promise<void> {
  const backup = backupOf(venv);
  if (!existsSync(backup)) return;
  const [, discard = ""] = scratchOf(venv);
  await remove(discard);
  if (existsSync(venv)) await moveFile(venv, discard);
  await moveFile(backup, venv);
  await remove(discard);
}

export async function dropBackup(venv: string): Promise<void> {
  for (const path of [...scratchOf(venv), backupOf(venv)]) await remove(path);
}
