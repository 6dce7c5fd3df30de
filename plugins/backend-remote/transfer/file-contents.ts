// The contents of an input file as a stream: hashed first, then read again and verified while they are sent.

import { createHash } from "node:crypto";
import { fault, PictorError, reasonOf } from "@pictor/kernel/plugin";
import type { InputFile } from "@pictor/kernel/plugin";

export interface ContentDigest {
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
  /** Bytes. */
  readonly length: number;
}

/** Smaller chunks are joined up to this size, because each chunk costs one write to the socket. Bytes. */
const minChunkBytes = 65_536;

const notReadable = (file: InputFile, reason: string, cause?: unknown): PictorError =>
  fault("INPUT_NOT_READABLE", { filename: file.name, reason }, cause === undefined ? {} : { cause });

/** The chunks as the file yields them. Rejects with INPUT_NOT_READABLE, so that no disk error looks like a network error. */
async function* chunksOf(file: InputFile): AsyncIterable<Uint8Array> {
  try {
    yield* file.open();
  } catch (error) {
    throw error instanceof PictorError ? error : notReadable(file, reasonOf(error), error);
  }
}

/** Reads the whole file once. */
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
 * check: a receiver of all chunks therefore has the contents that the file's name is made of.
 */
export async function* verifiedContentsOf(
  file: InputFile,
  { sha256, length }: ContentDigest,
): AsyncIterable<Uint8Array> {
  const changed = (): PictorError => notReadable(file, "it changed while it was read");
  const hash = createHash("sha256");
  let remaining = length;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunksOf(file)) {
    remaining -= chunk.length;
    if (remaining < 0) throw changed();
    hash.update(chunk);
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < minChunkBytes || remaining === 0) continue;
    yield joined(held, heldBytes);
    [held, heldBytes] = [[], 0];
  }
  if (remaining > 0 || hash.digest("hex") !== sha256) throw changed();
  if (heldBytes > 0) yield joined(held, heldBytes);
}

/** A single chunk is not copied. */
const joined = (chunks: readonly Uint8Array[], bytes: number): Uint8Array =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
