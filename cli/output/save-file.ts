// `-o FILE`: a reply's body into a file, whole or not at all, and never over another file unasked.

import { randomUUID } from "node:crypto";
import { link, lstat, open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fault, reasonOf, systemCode } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";

const taken = (path: string): UsageError =>
  new UsageError(
    "USAGE_FILE",
    `${path} exists already.`,
    "Name another file, or give --force to replace it.",
  );

/** Before anything is sent: throws a UsageError where the file exists, or its folder does not. */
export async function requireFree(path: string, isForced: boolean): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new UsageError("USAGE_FILE", `${path} is a folder.`, "Name a file in it.");
  if (found !== undefined && !isForced) throw taken(path);
  const folder = dirname(resolve(path));
  if ((await lstat(folder).catch(() => undefined)) === undefined)
    throw new UsageError("USAGE_FILE", `There is no folder ${folder}.`, "Make it first.");
}

function explain(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT") return fault("FILE_DISK_FULL", { path }, { cause: error });
  return fault("FILE_NOT_WRITABLE", { path, reason: reasonOf(error) }, { cause: error });
}

async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, path);
  }
}

/** Errors of the body pass as they are; those of the file are explained. */
async function writeAll(file: FileHandle, path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  let total = 0;
  for await (const chunk of body) {
    let written = 0;
    while (written < chunk.length) {
      written += (await writing(path, () => file.write(chunk, written))).bytesWritten;
    }
    total += written;
  }
  await writing(path, () => file.sync());
  return total;
}

/** A hard link fails where the name was taken meanwhile; some file systems know none. */
async function publish(temporary: string, path: string, isForced: boolean): Promise<void> {
  if (isForced) return rename(temporary, path);
  try {
    await link(temporary, path);
  } catch (error) {
    if (systemCode(error) === "EEXIST") throw taken(path);
    await requireFree(path, false);
    await rename(temporary, path);
  }
}

/**
 * Streams the body into a temporary file beside the target and gives the count of its bytes. Throws
 * `FILE_DISK_FULL`, `FILE_NOT_WRITABLE`, or what the body throws; then nothing is left behind.
 */
export async function saveBody(
  body: AsyncIterable<Uint8Array>,
  path: string,
  isForced: boolean,
): Promise<number> {
  const temporary = join(dirname(resolve(path)), `.pictor-${randomUUID()}.part`);
  const file = await writing(path, () => open(temporary, "wx", 0o644));
  try {
    const bytes = await writeAll(file, path, body).finally(() => file.close());
    await publish(temporary, path, isForced).catch((error: unknown) => {
      throw error instanceof UsageError ? error : explain(error, path);
    });
    return bytes;
  } finally {
    await rm(temporary, { force: true });
  }
}
