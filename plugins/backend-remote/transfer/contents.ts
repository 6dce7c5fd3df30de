// The contents of an input file as a stream: what they are, in pieces of a useful size.

import { createHash } from "node:crypto";
import { fault, PictorError, reasonOf } from "@pictor/kernel/plugin";
import type { InputFile } from "@pictor/kernel/plugin";

export interface Digest {
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
  /** Bytes. */
  readonly length: number;
}

/** Smaller pieces are joined up to this size, as each one costs a write of the socket. Bytes. */
const pieceBytes = 65_536;

const unreadable = (file: InputFile, reason: string, cause?: unknown): PictorError =>
  fault("INPUT_NOT_READABLE", { filename: file.name, reason }, cause === undefined ? {} : { cause });

/** The pieces as they come. Rejects with INPUT_NOT_READABLE, so that a broken disk is not taken for a broken network. */
async function* pieces(file: InputFile): AsyncIterable<Uint8Array> {
  try {
    yield* file.open();
  } catch (error) {
    throw error instanceof PictorError ? error : unreadable(file, reasonOf(error), error);
  }
}

/** Reads the file once. */
export async function digestOf(file: InputFile, signal: AbortSignal): Promise<Digest> {
  const hash = createHash("sha256");
  let length = 0;
  signal.throwIfAborted();
  for await (const piece of pieces(file)) {
    signal.throwIfAborted();
    hash.update(piece);
    length += piece.length;
  }
  return { sha256: hash.digest("hex"), length };
}

/**
 * The pieces, small ones joined. Rejects when they are not what `digest` is of. The last piece is held back until that
 * is known: whoever gets all of them has the contents whose name they will bear.
 */
export async function* contentsOf(file: InputFile, { sha256, length }: Digest): AsyncIterable<Uint8Array> {
  const changed = (): PictorError => unreadable(file, "it changed while it was read");
  const hash = createHash("sha256");
  let left = length;
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces(file)) {
    left -= piece.length;
    if (left < 0) throw changed();
    hash.update(piece);
    held.push(piece);
    size += piece.length;
    if (size < pieceBytes || left === 0) continue;
    yield joined(held, size);
    [held, size] = [[], 0];
  }
  if (left > 0 || hash.digest("hex") !== sha256) throw changed();
  if (size > 0) yield joined(held, size);
}

/** One large piece is passed on as it is. */
const joined = (held: readonly Uint8Array[], size: number): Uint8Array =>
  held.length === 1 && held[0] ? held[0] : Buffer.concat(held, size);
