// The uploads: images and graphs that clients have sent for the inputs of workflows. Each is a file whose name is its digest.
//
//   bytes ─► a temporary file ─► <SHA-256>.<png|jpg|webp|json> ─► deleted when nothing has used it for a day

import { randomUUID } from "node:crypto";
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Upload } from "@pictor/client";
import { discard, ensureFolder, ifThere, moveFile, type Clock } from "@pictor/kernel";
import { mediaOfBytes } from "@pictor/host/media-types";
import { fault } from "../contract/faults.js";
import { isJsonObjectText } from "./json-text.js";
import { receiveFile } from "./receive-file.js";

export interface UploadOptions {
  /** The folder of the uploads, which is created for the first one. */
  readonly folder: string;
  readonly clock: Clock;
  /** The ids of the uploads that jobs and presets refer to. While they are undefined (not known), no upload expires. */
  readonly used: () => Promise<ReadonlySet<string> | undefined>;
  /** Size limit of all uploads together, in bytes. Default: 2 GB. */
  readonly quota?: number;
  /** Milliseconds for which an unused upload is kept. Default: a day. */
  readonly keptMs?: number;
}

const endings = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
  "application/json": ".json",
} as const;
type Mime = keyof typeof endings;
const isMime = (mime: string | undefined): mime is Mime => mime !== undefined && Object.hasOwn(endings, mime);
/** JSON that is an object, which every graph and every project is. */
const mimeOfBytes = (head: Uint8Array): string | undefined =>
  mediaOfBytes(head) ?? (isJsonObjectText(head) ? "application/json" : undefined);
const mimeOfEnding = new Map<string, Mime>(
  Object.entries(endings).map(([mime, ending]) => [ending, mime as Mime]),
);

const temporaryPrefix = "incoming-";
/** Milliseconds after which a temporary file counts as abandoned: longer than a request may take. */
const temporaryMs = 3_600_000;
const dayMs = 86_400_000;
const signatureBytes = 12;

interface Kept {
  readonly id: string;
  readonly path: string;
  readonly mime: Mime;
  readonly bytes: number;
  readonly atMs: number;
}

const idPattern = /^[0-9a-f]{64}$/;
const fileNamePattern = /^([0-9a-f]{64})(\.\w+)$/;

export class Uploads {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #used: UploadOptions["used"];
  readonly #quota: number;
  readonly #keptMs: number;
  /** Size of the uploads that are being received, in bytes. */
  #arriving = 0;
  /**
   * Size of the stored uploads in bytes: those of the last reading of the folder, and those that have arrived since.
   */
  #stored = 0;
  /** Bytes of all uploads that have arrived since the start. */
  #arrived = 0;

  constructor({ folder, clock, used, quota = 2_000_000_000, keptMs = dayMs }: UploadOptions) {
    this.#folder = folder;
    this.#clock = clock;
    this.#used = used;
    this.#quota = quota;
    this.#keptMs = keptMs;
  }

  /**
   * Stores an upload. Rejects with `API_UPLOAD_REFUSED` for anything but a PNG, JPEG, WebP or JSON object, and with
   * `API_UPLOADS_FULL`. After a rejection no file of the upload is left.
   */
  async receive(source: AsyncIterable<Uint8Array>): Promise<Upload> {
    await ensureFolder(this.#folder, 0o700);
    await this.sweep();
    const arrivedBefore = this.#arrived;
    const listedBytes = (await this.#listed()).reduce((sum, { bytes }) => sum + bytes, 0);
    this.#stored = listedBytes + (this.#arrived - arrivedBefore);
    let received = 0;
    const count = (bytes: number, head: Uint8Array): void => {
      if (head.length >= signatureBytes && !isMime(mimeOfBytes(head)))
        throw fault("API_UPLOAD_REFUSED", { reason: "its first bytes are those of neither" });
      received += bytes;
      this.#arriving += bytes;
      if (this.#stored + this.#arriving > this.#quota)
        throw fault("API_UPLOADS_FULL", { quota: this.#quota });
    };
    const temporary = join(this.#folder, `${temporaryPrefix}${randomUUID()}`);
    try {
      const { sha256, head } = await receiveFile(temporary, source, count);
      const mime = mimeOfBytes(head);
      if (!isMime(mime))
        throw fault("API_UPLOAD_REFUSED", {
          reason: head.length === 0 ? "it is empty" : "its first bytes are those of neither",
        });
      const path = join(this.#folder, sha256 + endings[mime]);
      await this.#touch(temporary);
      await moveFile(temporary, path);
      this.#stored += received;
      this.#arrived += received;
      return this.#show({ id: sha256, path, mime, bytes: received, atMs: this.#clock.now() });
    } finally {
      this.#arriving -= received;
      await discard(temporary);
    }
  }

  /** The upload; undefined if it does not exist or has expired. */
  async find(id: string): Promise<Upload | undefined> {
    const found = await this.#get(id);
    return found && this.#show(found);
  }

  /** The file of an upload. The call extends the life of the upload by a day. */
  async use(id: string): Promise<string | undefined> {
    const found = await this.#get(id);
    if (found !== undefined) await this.#touch(found.path);
    return found?.path;
  }

  /** The id of the upload whose file has this path, whether the file exists or not; undefined for every other path. */
  idOf(path: string): string | undefined {
    return dirname(path) === this.#folder ? fileNamePattern.exec(basename(path))?.[1] : undefined;
  }

  /** Deletes an upload. Returns whether it existed. */
  async remove(id: string): Promise<boolean> {
    const found = await this.#get(id);
    if (found !== undefined) await rm(found.path, { force: true });
    return found !== undefined;
  }

  /** Deletes unused uploads that are older than a day, and temporary files of ended processes. */
  async sweep(): Promise<void> {
    const isExpired = await this.#expiry();
    for (const one of await this.#listed()) if (isExpired(one)) await rm(one.path, { force: true });
    for (const name of await this.#names()) {
      if (!name.startsWith(temporaryPrefix)) continue;
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && this.#clock.now() - found.mtimeMs > temporaryMs)
        await rm(path, { force: true });
    }
  }

  async #names(): Promise<readonly string[]> {
    return (await ifThere(readdir(this.#folder))) ?? [];
  }

  async #keptOf(name: string): Promise<readonly Kept[]> {
    const [, id = "", ending = ""] = fileNamePattern.exec(name) ?? [];
    const mime = mimeOfEnding.get(ending);
    if (mime === undefined) return [];
    const path = join(this.#folder, name);
    const found = await stat(path).catch(() => undefined);
    return found === undefined ? [] : [{ id, path, mime, bytes: found.size, atMs: found.mtimeMs }];
  }

  async #listed(): Promise<readonly Kept[]> {
    return (await Promise.all((await this.#names()).map((name) => this.#keptOf(name)))).flat();
  }

  async #get(id: string): Promise<Kept | undefined> {
    if (!idPattern.test(id)) return undefined;
    const names = Object.values(endings).map((ending) => id + ending);
    const [first] = (await Promise.all(names.map((name) => this.#keptOf(name)))).flat();
    // Most uploads are young; for these, the list of used uploads is not read.
    if (first === undefined || this.#clock.now() - first.atMs <= this.#keptMs) return first;
    return (await this.#expiry())(first) ? undefined : first;
  }

  /**
   * Returns the function that says whether an upload has expired. No upload has expired while the used uploads are not
   * known, for example because of a damaged file.
   */
  async #expiry(): Promise<(one: Kept) => boolean> {
    const inUse = await this.#used().catch(() => undefined);
    return ({ id, atMs }) => this.#clock.now() - atMs > this.#keptMs && inUse?.has(id) === false;
  }

  #touch(path: string): Promise<void> {
    const seconds = this.#clock.now() / 1000;
    return utimes(path, seconds, seconds);
  }

  #show({ id, mime, bytes, atMs }: Kept): Upload {
    return { id, mime, bytes, expiresAtMs: Math.round(atMs + this.#keptMs) };
  }
}
