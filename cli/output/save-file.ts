// Saves bytes to a file, completely or not at all, and replaces an existing file only with --force.

import { randomUUID } from "node:crypto";
import { link, lstat, open, type FileHandle } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { discard, moveFile, systemCode } from "@pictor/kernel";
import { fileFault } from "@pictor/services";
import { UsageError } from "../base/usage-error.js";

const existsError = (path: string): UsageError =>
  new UsageError(
    "USAGE_FILE",
    `${path} exists already.`,
    "Name another file, or give --force to replace it.",
  );

/**
 * Checks the target of a file. Throws a UsageError if the file exists and `isForced` is false, or if its folder is
 * missing.
 */
export async function requireWritableTarget(path: string, isForced: boolean): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError("USAGE_FILE", `${path} is a folder.`, "Name a file in it.");
  if (found !== undefined && !isForced) throw existsError(path);
  const folder = dirname(resolve(path));
  if ((await lstat(folder).catch(() => undefined)) === undefined)
    throw new UsageError("USAGE_FILE", `There is no folder ${folder}.`, "Create the folder first.");
}

async function withFileErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFault(path, error);
  }
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Rethrows errors of the body unchanged, and turns file errors into Pictor errors. Returns the number of bytes. */
async function writeAll(file: FileHandle, path: string, body: Chunks): Promise<number> {
  let total = 0;
  for await (const chunk of body) {
    let written = 0;
    while (written < chunk.length) {
      written += (await withFileErrors(path, () => file.write(chunk, written))).bytesWritten;
    }
    total += written;
  }
  await withFileErrors(path, () => file.sync());
  return total;
}

/** Creating a hard link fails if the file was created in the meantime. A file system without hard links needs a rename. */
async function publish(temporary: string, path: string, isForced: boolean): Promise<void> {
  if (isForced) return moveFile(temporary, path);
  try {
    await link(temporary, path);
  } catch (error) {
    if (systemCode(error) === "EEXIST") throw existsError(path);
    await requireWritableTarget(path, false);
    await moveFile(temporary, path);
  }
}

/**
 * Streams the body through a temporary file beside the target, and returns the number of its bytes. Throws FILE_DISK_FULL,
 * FILE_NOT_WRITABLE, or the error of the body. After an error no file is left behind.
 */
export async function saveFile(body: Chunks, path: string, isForced: boolean): Promise<number> {
  const temporary = join(dirname(resolve(path)), `.pictor-${randomUUID()}.part`);
  const file = await withFileErrors(path, () => open(temporary, "wx", 0o644));
  try {
    const bytes = await writeAll(file, path, body).finally(() => file.close());
    await publish(temporary, path, isForced).catch((error: unknown) => {
      throw error instanceof UsageError ? error : fileFault(path, error);
    });
    return bytes;
  } finally {
    await discard(temporary);
  }
}
