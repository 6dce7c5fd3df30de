// Waits until a server is ready, by polling its log, its address and its process.

import { pause } from "@pictor/kernel/plugin";
import { stat } from "node:fs/promises";
import { logFile } from "../../logs/server-log.js";
import { createLogReader } from "../../logs/read-log.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";
import type { ProcessEnding } from "../process/process-ending.js";
import { probe } from "../../launch/probe-server.js";
import { isReady, readyLine } from "./readiness.js";

/** Interval between reads of the log: it grows from the first value to the second. */
const firstPollMs = 10;
const maxPollMs = 200;
/** Interval between probes of the address while the log has no ready line. */
const probeIntervalMs = 500;

export interface ReadyOptions {
  /** Where this start begins in the log. Bytes. */
  readonly logOffset: number;
  /** The server was ready before; this process only joins it. */
  readonly wasReady?: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Receives each line of the log. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export type Readiness =
  | { readonly kind: "ready" }
  | { readonly kind: "ended"; readonly ending: ProcessEnding }
  | { readonly kind: "timeout" };

export const logSize = async (folder: string): Promise<number> =>
  (await stat(logFile(folder)).catch(() => undefined))?.size ?? 0;

/** Rejects with the signal's reason; the server continues then. */
export async function waitUntilReady(
  { instance, auth }: ServerContext,
  { record, watched }: Pick<TrackedServer, "record" | "watched">,
  { logOffset, wasReady = false, timeoutMs, signal, onLine }: ReadyOptions,
): Promise<Readiness> {
  const { clock, layout } = instance;
  const reader = createLogReader(logFile(layout.logs), logOffset);
  const exitController = new AbortController();
  let ending: ProcessEnding | undefined;
  void watched.exited.then((end) => {
    ending = end;
    exitController.abort();
  });
  const stopSignal =
    signal === undefined ? exitController.signal : AbortSignal.any([exitController.signal, signal]);
  const sinceMs = clock.now();
  // A server that was ready before needs no second ready line: a rotation may have removed the first from the log.
  let hasReadyLine = wasReady;
  let nextProbeMs = sinceMs + probeIntervalMs;
  try {
    for (let pollMs = firstPollMs; ; pollMs = Math.min(maxPollMs, pollMs * 1.15)) {
      for (const line of await reader.read()) {
        if (line.includes(readyLine)) hasReadyLine = true;
        if (line.trim() !== "") onLine?.(line);
      }
      if (ending !== undefined) return { kind: "ended", ending };
      if (hasReadyLine || clock.now() >= nextProbeMs) {
        nextProbeMs = clock.now() + probeIntervalMs;
        const answer = await probe(instance, record.url, { auth, signal: stopSignal }).catch(() => undefined);
        signal?.throwIfAborted();
        const { argv } = record;
        if (answer !== undefined && isReady({ answer, hasReadyLine, argv })) return { kind: "ready" };
      }
      if (clock.now() - sinceMs >= timeoutMs) return { kind: "timeout" };
      await pause(clock, pollMs, stopSignal).catch(() => undefined);
      signal?.throwIfAborted();
    }
  } finally {
    await reader.close();
  }
}
