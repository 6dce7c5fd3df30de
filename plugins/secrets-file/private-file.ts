// Checks that only the user can read the file and write to its folder; corrects wider modes or refuses the file.

import { chmod, lstat, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder, systemCode, type Logger } from "@pictor/kernel/plugin";
import { refusal } from "./refusal.js";

export interface PrivateFile {
  /** Absolute path of the file. */
  readonly path: string;
  /** Whether the folder contains only files of Pictor, so that its mode may be corrected too. */
  readonly hasOwnFolder: boolean;
  /** Id of the user. Undefined on systems without file modes, where the permissions of the user folder protect the file. */
  readonly uid: number | undefined;
  readonly logger: Logger;
}

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, "0");

async function restrictMode(path: string, mode: number, wanted: number, logger: Logger): Promise<void> {
  await chmod(path, wanted);
  logger.warn(`Others had access to ${path} (mode ${octal(mode)}); it has mode ${octal(wanted)} now.`);
}

/** Creates the folder with mode 0700. The mode of an existing folder of the user is only checked. */
export async function prepareFolder({ path, hasOwnFolder, uid, logger }: PrivateFile): Promise<void> {
  const folder = dirname(path);
  await ensureFolder(folder, 0o700);
  if (uid === undefined) return;
  const found = await stat(folder);
  if (found.uid !== uid) throw refusal(`the folder ${folder} belongs to somebody else`);
  if (hasOwnFolder && (found.mode & 0o077) !== 0) await restrictMode(folder, found.mode, 0o700, logger);
  // Another user who may write to the folder could replace the file.
  else if ((found.mode & 0o022) !== 0)
    throw refusal(`others may write into the folder ${folder} (mode ${octal(found.mode)})`);
}

/**
 * Checks the file and identifies its version; undefined for a missing file. The check must be fast, because every read
 * performs it.
 */
export async function checkPrivateFile({ path, uid, logger }: PrivateFile): Promise<Version | undefined> {
  const found = await lstat(path, { bigint: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) throw refusal(`${path} is a symbolic link`);
  if (!found.isFile()) throw refusal(`${path} is not a file`);
  if (uid !== undefined) {
    if (found.uid !== BigInt(uid)) throw refusal(`${path} belongs to somebody else`);
    const mode = Number(found.mode);
    if ((mode & 0o077) !== 0) await restrictMode(path, mode, 0o600, logger);
  }
  const { ino, size, mtimeNs, mtimeMs } = found;
  return { stamp: `${ino}:${size}:${mtimeNs}`, writtenAtMs: Number(mtimeMs) };
}

export interface Version {
  /** An opaque text that differs between versions of the file. */
  readonly stamp: string;
  /** Time of the last change in milliseconds since 1970, by the system's clock. */
  readonly writtenAtMs: number;
}

export const readText = ({ path }: PrivateFile): Promise<string> => readFile(path, "utf8");
