// A copy of the environment beside it, which comes back to the same path: an environment cannot be moved.

import { constants, type Dirent } from "node:fs";
import { copyFile, link, mkdir, readdir, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";

const backupOf = (venv: string): string => `${venv}.backup`;
/** Not whole yet, or not needed any more. */
const scratchOf = (venv: string): readonly string[] => [`${venv}.backup-part`, `${venv}.discard`];

/** Files of one folder that are copied at the same time. */
const maxConcurrentCopies = 32;

/**
 * Installers replace the files of packages, so another name for the same bytes is enough of a copy and costs no space.
 * What is edited in place (programs, `.pth`, `.cfg`) is always copied.
 */
const isEdited = (path: string): boolean =>
  /\.(?:pth|cfg|egg-link|json|txt)$/i.test(path) || /[\\/](?:bin|Scripts)[\\/][^\\/]+$/.test(path);

/** Copy-on-write where the file system can, else another name, else the bytes. */
async function copyCheaply(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE);
    return;
  } catch {
    // Most file systems cannot.
  }
  if (!isEdited(from)) {
    try {
      await link(from, to);
      return;
    } catch {
      // Some know no links, or no more of them.
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

/** Settles when the copy is whole; half of one has another name. */
export async function backUp(venv: string, signal?: AbortSignal): Promise<void> {
  await dropBackup(venv);
  const [part = ""] = scratchOf(venv);
  await copyFolder(venv, part, signal);
  await rename(part, backupOf(venv));
}

/** The copy becomes the environment again. Nothing where there is none, so it may be repeated. */
export async function restoreBackup(venv: string): Promise<void> {
  const backup = backupOf(venv);
  if (!existsSync(backup)) return;
  const [, discard = ""] = scratchOf(venv);
  await remove(discard);
  if (existsSync(venv)) await rename(venv, discard);
  await rename(backup, venv);
  await remove(discard);
}

export async function dropBackup(venv: string): Promise<void> {
  for (const path of [...scratchOf(venv), backupOf(venv)]) await remove(path);
}
