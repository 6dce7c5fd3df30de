// Results from the server's cache whose files were deleted: detects them, and makes their nodes run again.

import { randomUUID } from "node:crypto";
import { PictorError, type Clock, raceAbort, withTimeout, type Graph, type NodeId } from "@pictor/kernel";

/** Milliseconds for the first bytes. A slower file does not count as evicted: the fetch itself will report a failure. */
const firstBytesLimitMs = 20_000;

/**
 * Reads only the first bytes of a file. Returns true if the server reports that the file is gone, false after any other
 * failure.
 */
export async function isFileEvicted(
  open: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  const reading = new AbortController();
  const limited = AbortSignal.any([signal, reading.signal]);
  const read = async (): Promise<boolean> => {
    try {
      for await (const _bytes of open(limited)) break;
    } catch (error) {
      return error instanceof PictorError && error.code === "BACKEND_FILE_GONE";
    }
    return false;
  };
  try {
    return await withTimeout(clock, firstBytesLimitMs, raceAbort(signal, read()), () => false);
  } finally {
    reading.abort();
  }
}

/**
 * Adds a random input to `nodes`, so that the server runs them again: it ignores unknown inputs, but they are part of its
 * cache key.
 */
export const withNonce = (graph: Graph, nodes: readonly NodeId[]): Graph =>
  Object.fromEntries(
    Object.entries(graph).map(([id, node]) => [
      id,
      nodes.includes(id) ? { ...node, inputs: { ...node.inputs, _nonce: randomUUID() } } : node,
    ]),
  );
