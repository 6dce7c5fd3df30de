// The files of members, and uploaded ones, for `/view` and masks.

import { createHash } from "node:crypto";
import type { FileReference } from "@pictor/comfyui-graph";
import type { StoredFile } from "@pictor/comfyui-protocol";
import { PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, OutputFile } from "@pictor/kernel/plugin";
import { rememberedFile, type Facade } from "../state/facade-state.js";
import { fileAt, isOutside } from "../wire/file-location.js";

/** Whether the backend does not have the file. */
const isGone = (error: unknown): boolean =>
  error instanceof PictorError && ["BACKEND_FILE_GONE", "BACKEND_MEMBER_UNKNOWN"].includes(error.base);

/**
 * `read`, and then the rest of `pieces`. It lets go of the pieces also if nothing was read of it, which a generator
 * would not do.
 */
function joined(
  read: readonly Uint8Array[],
  pieces: AsyncIterator<Uint8Array>,
): AsyncIterableIterator<Uint8Array> {
  const left = [...read];
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const value = left.shift();
      return value === undefined ? pieces.next() : { done: false, value };
    },
    async return() {
      left.length = 0;
      await pieces.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** A file as a whole; one of more than `maxBytes` in pieces, whose reader has to finish or to return. Undefined if it is gone. */
async function readFile(
  { backend }: Facade,
  file: OutputFile,
  options: CallOptions,
): Promise<Buffer | AsyncIterableIterator<Uint8Array> | undefined> {
  const pieces = backend.fetchOutput(file, options)[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      read.push(next.value);
      length += next.value.length;
      if (length > maxWholeBytes) return joined(read, pieces);
    }
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
  return Buffer.concat(read);
}

/** The longest file that is held in memory for its length, its validator and its ranges. */
const maxWholeBytes = 64 * 1024 * 1024;

export async function findFile(
  facade: Facade,
  location: FileReference,
  options: CallOptions,
): Promise<StoredFile | 403 | 404> {
  if (isOutside(location.subfolder)) return 403;
  const hasMembers = facade.backend.facets.members !== undefined;
  const file = await readFile(
    facade,
    rememberedFile(facade, location) ?? fileAt(location, hasMembers),
    options,
  );
  if (file === undefined) return 404;
  if (!Buffer.isBuffer(file)) return { open: () => file };
  const etag = `"${createHash("sha256").update(file).digest("hex").slice(0, 32)}"`;
  const open: StoredFile["open"] = (range) =>
    range === undefined ? file : file.subarray(range.start, range.end + 1);
  return { bytes: file.length, etag, open };
}
