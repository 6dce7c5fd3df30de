// The uploads: images and graphs that clients have sent for the inputs of workflows. Each is a file whose name is its digest.
//
//   bytes ─► a temporary file ─► <SHA-256>.<png|jpg|webp|json> ─► deleted when nothing has used it for a day

import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Upload } from "@pictor/client";
import { type Clock, discard, mediaOfBytes, moveFile, systemCode } from "@pictor/host";
import { fault } from "../contract/faults.js";
import { isJsonObjectText } from "./json-text.js";
import { receiveFile } from "./receive-file.js";

export interface Uploads {
  /**
   * Stores an upload. Rejects with `API_UPLOAD_REFUSED` for anything but a PNG, JPEG, WebP or JSON object, and with
   * `API_UPLOADS_FULL`. After a rejection no file of the upload is left.
   */
  receive(source: AsyncIterable<Uint8Array>): Promise<Upload>;
  /** The upload; undefined if it does not exist or has expired. */
  find(id: string): Promise<Upload | undefined>;
  /** The file of an upload. The call extends the life of the upload by a day. */
  use(id: string): Promise<string | undefined>;
  /** The id of the upload whose file has this path, whether the file exists or not; undefined for every other path. */
  idOf(path: string): string | undefined;
  /** Deletes an upload. Returns whether it existed. */
  remove(id: string): Promise<boolean>;
  /** Deletes unused uploads that are older than a day, and temporary files of ended processes. */
  sweep(): Promise<void>;
}

export interface UploadOptions {
  /** The folder of the uploads, which is created for the first one. */
  readonly folder: string;
  readonly clock: Clock;
  /**
   * The ids of the uploads that jobs and presets refer to; undefined while they are not known, in which case no upload
   * expires.
   */
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
/** Milliseconds after which a temporary file counts as left over: longer than a request may take. */
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

export function createUploads(options: UploadOptions): Uploads {
  const { folder, clock, used, quota = 2_000_000_000, keptMs = dayMs } = options;
  /** Size of the uploads that are being received, in bytes. */
  let arriving = 0;
  /** Size of the stored uploads in bytes: those of the last look at the folder, and those that have arrived since. */
  let stored = 0;
  /** Bytes of all uploads that have arrived since the start. */
  let arrived = 0;

  const namesIn = async (): Promise<readonly string[]> =>
    readdir(folder).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return [];
      throw error;
    });
  const keptOf = async (name: string): Promise<readonly Kept[]> => {
    const [, id = "", ending = ""] = /^([0-9a-f]{64})(\.\w+)$/.exec(name) ?? [];
    const mime = mimeOfEnding.get(ending);
    if (mime === undefined) return [];
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    return found === undefined ? [] : [{ id, path, mime, bytes: found.size, atMs: found.mtimeMs }];
  };
  const listed = async (): Promise<readonly Kept[]> =>
    (await Promise.all((await namesIn()).map(keptOf))).flat();
  /**
   * Returns the function that says whether an upload has expired. None has expired while the used uploads are not
   * known, such as because of a damaged file.
   */
  const expiry = async (): Promise<(one: Kept) => boolean> => {
    const inUse = await used().catch(() => undefined);
    return ({ id, atMs }) => clock.now() - atMs > keptMs && inUse?.has(id) === false;
  };
  const get = async (id: string): Promise<Kept | undefined> => {
    if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
    const found = (await Promise.all(Object.values(endings).map((ending) => keptOf(id + ending)))).flat();
    // For a young upload, as most are, the list of used uploads is not read.
    const [first] = found;
    if (first === undefined || clock.now() - first.atMs <= keptMs) return first;
    return (await expiry())(first) ? undefined : first;
  };
  const touch = (path: string): Promise<void> => utimes(path, clock.now() / 1000, clock.now() / 1000);
  const shown = ({ id, mime, bytes, atMs }: Kept): Upload => ({
    ...{ id, mime, bytes, expiresAtMs: Math.round(atMs + keptMs) },
  });
  const sweep = async (): Promise<void> => {
    const isExpired = await expiry();
    for (const one of await listed()) if (isExpired(one)) await rm(one.path, { force: true });
    for (const name of await namesIn()) {
      if (!name.startsWith(temporaryPrefix)) continue;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found !== undefined && clock.now() - found.mtimeMs > temporaryMs)
        await rm(join(folder, name), { force: true });
    }
  };

  return {
    sweep,
    async receive(source) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await sweep();
      const arrivedBefore = arrived;
      const listedBytes = (await listed()).reduce((sum, { bytes }) => sum + bytes, 0);
      stored = listedBytes + (arrived - arrivedBefore);
      let received = 0;
      const count = (bytes: number, head: Uint8Array): void => {
        if (head.length >= signatureBytes && !isMime(mimeOfBytes(head)))
          throw fault("API_UPLOAD_REFUSED", { reason: "it begins like neither" });
        received += bytes;
        arriving += bytes;
        if (stored + arriving > quota) throw fault("API_UPLOADS_FULL", { quota });
      };
      const temporary = join(folder, `${temporaryPrefix}${randomUUID()}`);
      try {
        const { sha256, head } = await receiveFile(temporary, source, count);
        const mime = mimeOfBytes(head);
        if (!isMime(mime))
          throw fault("API_UPLOAD_REFUSED", {
            reason: head.length === 0 ? "it is empty" : "it begins like neither",
          });
        const path = join(folder, sha256 + endings[mime]);
        await touch(temporary);
        await moveFile(temporary, path);
        stored += received;
        arrived += received;
        return shown({ id: sha256, path, mime, bytes: received, atMs: clock.now() });
      } finally {
        arriving -= received;
        await discard(temporary);
      }
    },
    async find(id) {
      const found = await get(id);
      return found && shown(found);
    },
    async use(id) {
      const found = await get(id);
      if (found !== undefined) await touch(found.path);
      return found?.path;
    },
    idOf: (path) =>
      dirname(path) === folder ? /^([0-9a-f]{64})\.\w+$/.exec(basename(path))?.[1] : undefined,
    async remove(id) {
      const found = await get(id);
      if (found !== undefined) await rm(found.path, { force: true });
      return found !== undefined;
    },
  };
}
