// Creates files for the user: never over an existing file, and under their names only when their contents are on the disk.

import { randomUUID } from "node:crypto";
import { constants, copyFile, link, open, unlink, type FileHandle } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { containedPath, discard, diskFullCodes, ensureFolder, fault, systemCode } from "@pictor/kernel";
import { fileFault } from "../configuration/replace-file.js";

/** The codes of a file or folder that cannot be written. */
const refusals = new Set([
  ...diskFullCodes,
  "ENOENT",
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOTDIR",
  "EEXIST",
  "ENAMETOOLONG",
  "EINVAL",
  "EISDIR",
  "EMFILE",
]);

export const explainFileError = (error: unknown, path: string): unknown => {
  const code = systemCode(error);
  return code !== undefined && refusals.has(code) ? fileFault(path, error) : error;
};

async function writeAll(
  file: FileHandle,
  body: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  for await (const chunk of body) {
    signal?.throwIfAborted();
    let written = 0;
    while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten;
  }
}

/**
 * Runs `make`. If the folder is missing, creates the folder and runs `make` again. The folder is not checked first,
 * because it usually exists.
 */
async function inFolder<T>(folder: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    await ensureFolder(folder);
    return make();
  }
}

/** Publishes the file by a hard link, which fails if the name is taken, so that nothing is replaced. */
async function publish(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** For file systems without hard links: copies the file to a name that must not exist. */
async function publishByCopy(temporary: string, path: string): Promise<boolean> {
  try {
    await copyFile(temporary, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    await discard(path);
    throw error;
  }
}

const noLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV"]);

/** `synced` settles when the contents are on the disk: under its name, a file is complete even after a power failure. */
async function publishFirstFree(
  temporary: string,
  directory: string,
  names: Iterable<string>,
  synced: Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  for (const name of names) {
    // Found while the disk writes.
    const path = containedPath(directory, name);
    await synced;
    signal?.throwIfAborted();
    const done = await inFolder(dirname(path), () => publish(temporary, path)).catch((error: unknown) => {
      if (noLinks.has(systemCode(error) ?? "")) return publishByCopy(temporary, path);
      throw error;
    });
    if (done) return path;
  }
  throw fault("FILE_NOT_WRITABLE", { path: directory, reason: "every name that was tried is taken" });
}

/** Requests the first chunk at once, so that fetching it and creating the file overlap. */
function startReading(body: AsyncIterable<Uint8Array>) {
  const iterator = body[Symbol.asyncIterator]();
  const first = iterator.next();
  // Prevents an unhandled rejection; the failure is thrown when the chunk is read.
  first.catch(() => undefined);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let next = await first; next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { chunks: chunks(), stop: () => void iterator.return?.().catch(() => undefined) };
}

async function writeTemporary(
  path: string,
  body: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<FileHandle> {
  const { chunks, stop } = startReading(body);
  let file: FileHandle | undefined;
  try {
    file = await inFolder(dirname(path), () => open(path, "wx", 0o644));
    await writeAll(file, chunks, signal);
    return file;
  } catch (error) {
    stop();
    await file?.close();
    throw error;
  }
}

/**
 * Writes `body` to the first free name below `directory` and returns its absolute path. Throws `FILE_DISK_FULL`,
 * `FILE_NOT_WRITABLE` or `FILE_ESCAPES`; a failed call leaves no file behind.
 */
export async function createFile(
  directory: string,
  names: Iterable<string>,
  body: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<string> {
  const root = resolve(directory);
  const temporary = `${root}/.pictor-${randomUUID()}.part`;
  try {
    const file = await writeTemporary(temporary, body, signal);
    const synced = file.sync();
    const closed = synced.finally(() => file.close());
    const published = publishFirstFree(temporary, root, names, synced, signal);
    await Promise.allSettled([published, closed]);
    return await published;
  } catch (error) {
    throw explainFileError(error, root);
  } finally {
    // `unlink` is a single system call; `rm` would first examine the file.
    await unlink(temporary).catch(() => undefined);
  }
}
