// The contents of an input file as a stream: hashed first, then read again and verified while they are sent.

import { createHash } from "node:crypto";
import { fault, PictorError, reasonOf, type InputFile } from "@pictor/kernel/plugin";

export interface ContentDigest {
  /** SHA-256 of the contents in hexadecimal digits. */
  readonly sha256: string;
  /** Length of the contents in bytes. */
  readonly length: number;
}

/** Size of a chunk in bytes. Smaller chunks are joined to this size, because each chunk costs one write to the socket. */
const minChunkBytes = 65_536;

const notReadable = (file: InputFile, reason: string, cause?: unknown): PictorError =>
  fault("INPUT_NOT_READABLE", { filename: file.name, reason }, cause === undefined ? {} : { cause });

/** The file's chunks. Rejects with INPUT_NOT_READABLE, so that a disk error does not look like a network error. */
async function* chunksOf(file: InputFile): AsyncIterable<Uint8Array> {
  try {
    yield* file.open();
  } catch (error) {
    throw error instanceof PictorError ? error : notReadable(file, reasonOf(error), error);
  }
}

/** Reads the whole file once and returns its digest. */
export async function digestOf(file: InputFile, signal: AbortSignal): Promise<ContentDigest> {
  const hash = createHash("sha256");
  let length = 0;
  signal.throwIfAborted();
  for await (const chunk of chunksOf(file)) {
    signal.throwIfAborted();
    hash.update(chunk);
    length += chunk.length;
  }
  return { sha256: hash.digest("hex"), length };
}

/**
 * The contents of the file in chunks. Rejects if they do not match the digest. The last chunk is yielded only after the
 * check: a receiver of all chunks therefore has the contents from which the file's name is derived.
 */
export async function* verifiedContentsOf(
  file: InputFile,
  { sha256, length }: ContentDigest,
): AsyncIterable<Uint8Array> {
  const changed = (): PictorError => notReadable(file, "it changed while it was read");
  const hash = createHash("sha256");
  let remaining = length;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunksOf(file)) {
    remaining -= chunk.length;
    if (remaining < 0) throw changed();
    hash.update(chunk);
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < minChunkBytes || remaining === 0) continue;
    yield joined(pending, pendingBytes);
    [pending, pendingBytes] = [[], 0];
  }
  if (remaining > 0 || hash.digest("hex") !== sha256) throw changed();
  if (pendingBytes > 0) yield joined(pending, pendingBytes);
}

/** Joins chunks. A single chunk is not copied. */
const joined = (chunks: readonly Uint8Array[], bytes: number): Uint8Array =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
