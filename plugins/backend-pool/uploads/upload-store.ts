// Keeps uploaded files by their contents in a temporary folder, until members need them.

import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createKeyedLock,
  discard,
  fault,
  type Graph,
  type InputFile,
  moveFile,
  reasonOf,
  type UploadOptions,
} from "@pictor/kernel/plugin";

export interface StoredFile {
  readonly file: InputFile;
  readonly sha256: string;
}

/** A file that was written, and has no name yet. */
interface WrittenFile {
  readonly part: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

/** Counts and digests what passes. */
async function* digested(
  body: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
  count: (bytes: number) => void,
): AsyncIterable<Uint8Array> {
  let sent = 0;
  for await (const bytes of body) {
    hash.update(bytes);
    sent += bytes.length;
    count(sent);
    yield bytes;
  }
}

function nameWithDigest(name: string, sha256: string): string {
  const extension = extname(name);
  return `${name.slice(0, name.length - extension.length)}-${sha256.slice(0, 16)}${extension}`;
}

/** The bytes of a kept file. Rejects with `INPUT_NOT_READABLE`, such as after a cleaner of temporary files has deleted it. */
async function* readKept(path: string, filename: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw fault("INPUT_NOT_READABLE", { filename, reason: reasonOf(error) }, { cause: error });
  }
}

/** Whether a node of one of the graphs names the file. */
const isNamedIn = (graphs: readonly Graph[], name: string): boolean =>
  graphs.some((graph) => Object.values(graph).some(({ inputs }) => Object.values(inputs).includes(name)));

export class UploadStore {
  readonly #waiting: () => readonly Graph[];
  readonly #maxBytes: number;
  readonly #byName = new Map<string, StoredFile>();
  /** The size of each content in bytes. */
  readonly #stored = new Map<string, number>();
  /** A file is not deleted while the same contents are stored again. */
  readonly #exclusively = createKeyedLock();
  #folder: Promise<string> | undefined;

  /**
   * When the files have more than `maxBytes`, the oldest ones are deleted, except those that `waiting` graphs name.
   * `waiting` returns the graphs of the prompts that wait.
   */
  constructor(waiting: () => readonly Graph[], maxBytes = 4 * 1024 ** 3) {
    this.#waiting = waiting;
    this.#maxBytes = maxBytes;
  }

  /** Stores a file, and returns the name for graphs: its own name, or one with a digest if other contents have that name. */
  async add(file: InputFile, options: UploadOptions = {}): Promise<string> {
    const written = await this.#write(file, options);
    return this.#exclusively("", () => this.#keep(file, written));
  }

  find(name: string): StoredFile | undefined {
    return this.#byName.get(name);
  }

  async close(): Promise<void> {
    if (this.#folder !== undefined) await discard(await this.#folder);
  }

  #openFolder(): Promise<string> {
    return (this.#folder ??= mkdtemp(join(tmpdir(), "pictor-pool-")));
  }

  async #write(file: InputFile, { progress, signal }: UploadOptions): Promise<WrittenFile> {
    const part = join(await this.#openFolder(), `${randomUUID()}.part`);
    const hash = createHash("sha256");
    let size = 0;
    try {
      const count = (sent: number): void => {
        size = sent;
        progress?.(sent, file.length);
      };
      const body = Readable.from(digested(file.open(), hash, count));
      await pipeline(body, createWriteStream(part, { flags: "wx", mode: 0o600 }), { signal });
      return { part, sha256: hash.digest("hex"), size };
    } catch (error) {
      await discard(part);
      signal?.throwIfAborted();
      throw error;
    }
  }

  async #deleteOldest(): Promise<void> {
    const total = (): number => [...this.#stored.values()].reduce((sum, size) => sum + size, 0);
    if (total() <= this.#maxBytes) return;
    const graphs = this.#waiting();
    for (const [name, { sha256 }] of [...this.#byName].slice(0, -1)) {
      if (total() <= this.#maxBytes) return;
      if (isNamedIn(graphs, name)) continue;
      this.#byName.delete(name);
      if ([...this.#byName.values()].some((other) => other.sha256 === sha256)) continue;
      this.#stored.delete(sha256);
      await rm(join(await this.#openFolder(), sha256), { force: true });
    }
  }

  async #keep(
    { name: wanted, mime, length }: InputFile,
    { part, sha256, size }: WrittenFile,
  ): Promise<string> {
    const path = join(await this.#openFolder(), sha256);
    await moveFile(part, path);
    this.#stored.set(sha256, size);
    const holder = this.#byName.get(wanted);
    const name = holder === undefined || holder.sha256 === sha256 ? wanted : nameWithDigest(wanted, sha256);
    const kept: InputFile = {
      name,
      mime,
      ...(length !== undefined && { length }),
      open: () => readKept(path, name),
    };
    this.#byName.delete(name);
    this.#byName.set(name, { file: kept, sha256 });
    await this.#deleteOldest();
    return name;
  }
}
