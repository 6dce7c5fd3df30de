// A folder of small files that are forgotten some time after their last use. The time of change of a file is that of
// its last use, so that processes side by side change nothing of each other.

import { readdir, readFile, stat, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { ensureFolder, type Clock } from "@pictor/kernel";
import { fileFault, replaceFile } from "../configuration/replace-file.js";

export interface ExpiringFilesOptions {
  readonly folder: string;
  /** Milliseconds after the last use. */
  readonly lifetimeMs: number;
  readonly clock: Pick<Clock, "now">;
}

export class ExpiringFiles {
  readonly #options: ExpiringFilesOptions;

  constructor(options: ExpiringFilesOptions) {
    this.#options = options;
  }

  #path(name: string): string {
    return join(this.#options.folder, name);
  }

  /**
   * Writes a file that only the user reads, in a folder that only the user opens, and deletes those that have expired.
   * Rejects with `FILE_NOT_WRITABLE`.
   */
  async keep(name: string, text: string): Promise<void> {
    const { folder } = this.#options;
    await ensureFolder(folder, 0o700).catch((error: unknown) => {
      throw fileFault(folder, error);
    });
    await replaceFile(this.#path(name), text, { mode: 0o600 });
    await this.noteUse(name);
    for (const other of await this.names()) await this.#isAlive(other);
  }

  /** The text of a file; undefined if it has expired or cannot be read, whatever the reason. */
  async read(name: string): Promise<string | undefined> {
    if (!(await this.#isAlive(name))) return undefined;
    return readFile(this.#path(name), "utf8").catch(() => undefined);
  }

  /** False if there is no such file, or it has expired; it is then deleted. */
  async #isAlive(name: string): Promise<boolean> {
    const { clock, lifetimeMs } = this.#options;
    const found = await stat(this.#path(name)).catch(() => undefined);
    if (found === undefined) return false;
    if (clock.now() - found.mtimeMs <= lifetimeMs) return true;
    await this.remove(name);
    return false;
  }

  /** An error is ignored: at worst the file expires earlier. */
  async noteUse(name: string): Promise<void> {
    const now = new Date(this.#options.clock.now());
    await utimes(this.#path(name), now, now).catch(() => undefined);
  }

  names(): Promise<readonly string[]> {
    return readdir(this.#options.folder).catch(() => []);
  }

  /** An error is ignored: the file expires later. */
  async remove(name: string): Promise<void> {
    await unlink(this.#path(name)).catch(() => undefined);
  }
}
