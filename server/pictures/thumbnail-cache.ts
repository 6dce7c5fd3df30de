// Caches thumbnails as files in a folder with a limited size. Several servers may use the folder.

import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { discard, ensureFolder, moveFile, systemCode } from "@pictor/kernel";

export interface ThumbnailKey {
  /** Id of the image. */
  readonly id: string;
  /** Version of the image's contents; letters and digits. */
  readonly version: string;
  readonly size: number;
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

export class ThumbnailCache {
  readonly #options: CacheOptions;
  /** The sizes of the files by file name, the least recently used file first; undefined before the folder was read. */
  #files: Map<string, number> | undefined;
  #total = 0;
  #written = 0;
  /** Changes run one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  async read(key: ThumbnailKey): Promise<Buffer | undefined> {
    const name = nameOf(key);
    const bytes = await readFile(this.#pathOf(name)).catch((error: unknown) => {
      if (systemCode(error) === undefined) throw error;
      return undefined;
    });
    const size = this.#files?.get(name);
    if (size !== undefined) {
      this.#files?.delete(name);
      this.#files?.set(name, size);
    }
    return bytes;
  }

  /** Writes a thumbnail. If the folder cannot be written, nothing changes. */
  write(key: ThumbnailKey, bytes: Uint8Array): Promise<void> {
    const result = this.#changes.then(() => this.#store(key, bytes)).catch(() => undefined);
    this.#changes = result;
    return result;
  }

  async #store(key: ThumbnailKey, bytes: Uint8Array): Promise<void> {
    const files = (this.#files ??= await this.#scan());
    const name = nameOf(key);
    const temporary = this.#pathOf(`${name}.${randomUUID()}.new`);
    await writeFile(temporary, bytes, { mode: 0o600 });
    await moveFile(temporary, this.#pathOf(name)).catch(async (error: unknown) => {
      await discard(temporary);
      throw error;
    });
    this.#total += bytes.length - (files.get(name) ?? 0);
    files.set(name, bytes.length);
    // Removes the files of older versions of the image, which are never read again.
    const others = [...files.keys()].filter(
      (other) => other !== name && idOf(other) === key.id && other.endsWith(`.${key.size}.webp`),
    );
    for (const other of others) await this.#remove(files, other);
    if (this.#written++ % sweepEvery === 0) await this.#sweep(files);
    await this.#shrink(files);
  }

  async #scan(): Promise<Map<string, number>> {
    const { folder } = this.#options;
    await ensureFolder(folder, 0o700);
    const found: { readonly name: string; readonly bytes: number; readonly atMs: number }[] = [];
    for (const name of await readdir(folder)) {
      const { size, mtimeMs } = await stat(this.#pathOf(name)).catch(() => ({ size: 0, mtimeMs: 0 }));
      found.push({ name, bytes: size, atMs: mtimeMs });
    }
    found.sort((one, other) => one.atMs - other.atMs);
    this.#total = found.reduce((sum, { bytes }) => sum + bytes, 0);
    return new Map(found.map(({ name, bytes }) => [name, bytes]));
  }

  async #sweep(files: Map<string, number>): Promise<void> {
    const names = [...files.keys()];
    const kept = await this.#options.known([...new Set(names.map(idOf))]);
    for (const name of names) if (!kept.has(idOf(name))) await this.#remove(files, name);
  }

  async #shrink(files: Map<string, number>): Promise<void> {
    const { maxBytes = standardBytes } = this.#options;
    for (const name of [...files.keys()]) {
      if (this.#total <= maxBytes) return;
      await this.#remove(files, name);
    }
  }

  async #remove(files: Map<string, number>, name: string): Promise<void> {
    this.#total -= files.get(name) ?? 0;
    files.delete(name);
    await rm(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, name);
  }
}
