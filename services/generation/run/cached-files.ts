// Results from the server's cache, whose files may have been deleted since: detects them, and has their nodes run again.

import { randomUUID } from "node:crypto";
import { PictorError, type Clock, raceAbort, withTimeout, type Graph, type NodeId } from "@pictor/kernel";

/** Milliseconds for the first bytes. A slower file is not called evicted: the fetch itself reports its failure. */
const firstBytesLimitMs = 20_000;

/** Reads the first bytes only. True when the server says that the file is gone; false for every other failure. */
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
 * The graph with an extra input on `nodes`, so that the server runs them again: it ignores unknown inputs, but they are
 * part of its cache key.
 */
export const withNonce = (graph: Graph, nodes: readonly NodeId[]): Graph =>
  Object.fromEntries(
    Object.entries(graph).map(([id, node]) => [
      id,
      nodes.includes(id) ? { ...node, inputs: { ...node.inputs, _nonce: randomUUID() } } : node,
    ]),
  );
