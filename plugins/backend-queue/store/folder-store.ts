// The store in a folder that hosts and workers share.

import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import {
  ensureFolder,
  type Clock,
  discard,
  fault,
  moveFile,
  reasonOf,
  systemCode,
} from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";
import { spool } from "./spool.js";
import { requireDigest, verified, type ContentStore, type Digest } from "./store.js";

export interface FolderStoreOptions {
  /** The instance's name, for errors. */
  readonly name: string;
  readonly folder: string;
  readonly clock: Clock;
  /** Milliseconds without use after which `sweep` deletes a file. */
  readonly keepMs: number;
}

/** The folder of files that are being written. */
const partial = "partial";
/** Milliseconds after which an unfinished file counts as left behind by a process that has ended. */
const partialMs = 24 * 3_600_000;

/** Files lie in 256 folders, by the beginning of their digest. A new file is written beside them and renamed. */
export function openFolderStore({ name, folder, clock, keepMs }: FolderStoreOptions): ContentStore {
  const pathOf = (digest: Digest): string => join(folder, digest.slice(0, 2), digest);
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      throw queueFault(
        "QUEUE_STORE_UNREACHABLE",
        { name, where: folder, reason: reasonOf(error) },
        { cause: error },
      );
    }
  };
  /** Notes the use of a file, so that `sweep` keeps it. Resolves to false if the file is not there. */
  const touch = async (path: string): Promise<boolean> => {
    const now = new Date(clock.now());
    try {
      await utimes(path, now, now);
      return true;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return false;
      // A file of another user cannot be touched, but is there.
      return (await stat(path).catch(() => undefined)) !== undefined;
    }
  };
  const removeOlder = async (place: string, limitMs: number): Promise<void> => {
    for (const entry of await readdir(place).catch(() => [])) {
      const path = join(place, entry);
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile() === true && clock.now() - found.mtimeMs > limitMs)
        await rm(path, { force: true }).catch(() => undefined);
    }
  };

  return {
    where: folder,
    addressOf: pathOf,
    put: (body, options) =>
      guard(async () => {
        await ensureFolder(join(folder, partial));
        const temporary = join(folder, partial, randomUUID());
        const { digest } = await spool(temporary, body, { isFlushed: true, signal: options?.signal });
        const path = pathOf(digest);
        try {
          if (await touch(path)) return digest;
          await ensureFolder(join(folder, digest.slice(0, 2)));
          await moveFile(temporary, path);
          // The time of this machine, by which files are deleted: a file server may have another one.
          await touch(path);
          return digest;
        } finally {
          await discard(temporary);
        }
      }),
    async *get(digest, options) {
      const { signal } = options ?? {};
      requireDigest(digest);
      try {
        const stream = createReadStream(pathOf(digest), { signal });
        yield* verified(digest, stream as AsyncIterable<Uint8Array>);
      } catch (error) {
        signal?.throwIfAborted();
        if (systemCode(error) === "ENOENT")
          throw fault(
            "BACKEND_FILE_GONE",
            { filename: digest, status: "not in the store" },
            { cause: error },
          );
        await guard(() => Promise.reject(error as Error));
      }
    },
    async sweep() {
      await removeOlder(join(folder, partial), partialMs);
      const folders = await guard(() => readdir(folder).catch(() => []));
      for (const entry of folders.filter((found) => /^[0-9a-f]{2}$/.test(found)))
        await removeOlder(join(folder, entry), keepMs);
    },
  };
}
