// Waits until a server answers: its log, its address and its process are looked at until one of them decides.

import { pause } from "@pictor/kernel/plugin";
import { stat } from "node:fs/promises";
import { logFile } from "../../logs/server-log.js";
import { createReader } from "../../logs/read-log.js";
import type { Held, ServerContext } from "../record/server-context.js";
import type { Ending } from "../process/process-ending.js";
import { probe } from "../../launch/probe-server.js";
import { isReady, readyLine } from "./readiness.js";

/** Milliseconds between two looks at the log: at first, and at most. */
const firstLookMs = 10;
const longestLookMs = 200;
/** Milliseconds between two questions to the address while the log does not say that it is ready. */
const askMs = 500;

export interface Waiting {
  /** Where in the log this start begins. Bytes. */
  readonly from: number;
  /** It was ready before, and is only joined. */
  readonly isKnown?: boolean;
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Each line of the log. */
  onLine?(line: string): void;
}

export type Readiness =
  | { readonly kind: "ready" }
  | { readonly kind: "ended"; readonly ending: Ending }
  | { readonly kind: "late" };

export const logSize = async (folder: string): Promise<number> =>
  (await stat(logFile(folder)).catch(() => undefined))?.size ?? 0;

/** Rejects with the signal's reason; the server goes on then. */
export async function becomeReady(
  { means, auth }: ServerContext,
  { record, watched }: Pick<Held, "record" | "watched">,
  { from, isKnown = false, limitMs, signal, onLine }: Waiting,
): Promise<Readiness> {
  const { clock, layout } = means;
  const reader = createReader(logFile(layout.logs), from);
  const over = new AbortController();
  let ending: Ending | undefined;
  void watched.gone.then((end) => {
    ending = end;
    over.abort();
  });
  const ends = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
  const sinceMs = clock.now();
  // One that was ready before needs no second line: it may have been cut off the log meanwhile.
  let hasLine = isKnown;
  let askAtMs = sinceMs + askMs;
  try {
    for (let lookMs = firstLookMs; ; lookMs = Math.min(longestLookMs, lookMs * 1.15)) {
      for (const line of await reader.read()) {
        if (line.includes(readyLine)) hasLine = true;
        if (line.trim() !== "") onLine?.(line);
      }
      if (ending !== undefined) return { kind: "ended", ending };
      if (hasLine || clock.now() >= askAtMs) {
        askAtMs = clock.now() + askMs;
        const answer = await probe(means, record.url, { auth, signal: ends }).catch(() => undefined);
        signal?.throwIfAborted();
        const { argv } = record;
        if (answer !== undefined && isReady({ answer, hasLine, argv })) return { kind: "ready" };
      }
      if (clock.now() - sinceMs >= limitMs) return { kind: "late" };
      await pause(clock, lookMs, ends).catch(() => undefined);
      signal?.throwIfAborted();
    }
  } finally {
    await reader.close();
  }
}
