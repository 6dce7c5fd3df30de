// Results from the server's cache, whose files may have been deleted since: looked at first, and made anew once.

import { randomUUID } from "node:crypto";
import { PictorError, type Clock, raceAbort, withTimeout, type Graph, type NodeId } from "@pictor/kernel";

/** Milliseconds for the first bytes; what takes longer is told when the file is really fetched. */
const firstBytesLimitMs = 20_000;

/** Reads the first bytes and lets go. True when the server says that the file is gone; other failures are not its to tell. */
export async function isGone(
  open: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  const reading = new AbortController();
  const ended = AbortSignal.any([signal, reading.signal]);
  const read = async (): Promise<boolean> => {
    try {
      for await (const _bytes of open(ended)) break;
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
 * The graph again, with an input that no node reads on the nodes whose files are gone: unknown inputs are ignored, and
 * part of the server's cache key.
 */
export const withNonce = (graph: Graph, nodes: readonly NodeId[]): Graph =>
  Object.fromEntries(
    Object.entries(graph).map(([id, node]) => [
      id,
      nodes.includes(id) ? { ...node, inputs: { ...node.inputs, _nonce: randomUUID() } } : node,
    ]),
  );
