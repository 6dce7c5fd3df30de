// Caches thumbnails as files in a folder with a limited size. Several servers may use the folder.

import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { discard, moveFile, systemCode } from "@pictor/host";

export interface ThumbnailKey {
  /** Id of the image. */
  readonly id: string;
  /** Version of the image's contents; letters and digits. */
  readonly version: string;
  readonly size: number;
}

export interface ThumbnailCache {
  read(key: ThumbnailKey): Promise<Buffer | undefined>;
  /** Writes a thumbnail. If the folder cannot be written, nothing changes. */
  write(key: ThumbnailKey, bytes: Uint8Array): Promise<void>;
}

export interface CacheOptions {
  readonly folder: string;
  /** Returns the ids among the given ones that still belong to images. The thumbnails of all other ids are removed. */
  readonly known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Size limit in bytes. Default 256 MiB. */
  readonly maxBytes?: number;
}

const nameOf = ({ id, version, size }: ThumbnailKey): string => `${id}.${version}.${size}.webp`;
const idOf = (name: string): string => name.split(".", 1)[0] ?? "";
const standardBytes = 256 * 1024 ** 2;
/**
 * Thumbnails of removed images are deleted at the first use, and after each time that this many thumbnails were
 * written.
 */
const sweepEvery = 1_000;

export function createThumbnailCache({
  folder,
  known,
  maxBytes = standardBytes,
}: CacheOptions): ThumbnailCache {
  /** The sizes of the files by file name, the least recently used file first. */
  let files: Map<string, number> | undefined;
  let total = 0;
  let written = 0;

  const remove = async (name: string): Promise<void> => {
    total -= files?.get(name) ?? 0;
    files?.delete(name);
    await rm(join(folder, name), { force: true });
  };
  const sweep = async (): Promise<void> => {
    const names = [...(files?.keys() ?? [])];
    const kept = await known([...new Set(names.map(idOf))]);
    for (const name of names) if (!kept.has(idOf(name))) await remove(name);
  };
  const scan = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found: { readonly name: string; readonly bytes: number; readonly atMs: number }[] = [];
    for (const name of await readdir(folder)) {
      const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
      found.push({ name, bytes: size, atMs: mtimeMs });
    }
    found.sort((one, other) => one.atMs - other.atMs);
    files = new Map(found.map(({ name, bytes }) => [name, bytes]));
    total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  const shrink = async (): Promise<void> => {
    for (const name of [...(files?.keys() ?? [])]) {
      if (total <= maxBytes) return;
      await remove(name);
    }
  };
  const store = async (key: ThumbnailKey, bytes: Uint8Array): Promise<void> => {
    if (files === undefined) await scan();
    const name = nameOf(key);
    const temporary = join(folder, `${name}.${randomUUID()}.new`);
    await writeFile(temporary, bytes, { mode: 0o600 });
    await moveFile(temporary, join(folder, name)).catch(async (error: unknown) => {
      await discard(temporary);
      throw error;
    });
    total += bytes.length - (files?.get(name) ?? 0);
    files?.set(name, bytes.length);
    // Removes the files of older versions of the image, which are never read again.
    const others = [...(files?.keys() ?? [])].filter(
      (other) => other !== name && idOf(other) === key.id && other.endsWith(`.${key.size}.webp`),
    );
    for (const other of others) await remove(other);
    if (written++ % sweepEvery === 0) await sweep();
    await shrink();
  };

  /** Changes run one after the other. */
  let changes: Promise<unknown> = Promise.resolve();
  return {
    async read(key) {
      const name = nameOf(key);
      const bytes = await readFile(join(folder, name)).catch((error: unknown) => {
        if (systemCode(error) === undefined) throw error;
        return undefined;
      });
      const size = files?.get(name);
      if (size !== undefined) {
        files?.delete(name);
        files?.set(name, size);
      }
      return bytes;
    },
    write(key, bytes) {
      const result = changes.then(() => store(key, bytes)).catch(() => undefined);
      changes = result;
      return result;
    },
  };
}
