// Waits until a server is ready, by polling its log, its address and its process.

import { linkedController, pause } from "@pictor/kernel/plugin";
import type { WorkOptions } from "../../instance.js";
import { probe, type ProbeResult } from "../../launch/probe-server.js";
import { createLogReader } from "../../logs/read-log.js";
import { logFile } from "../../logs/server-log.js";
import type { ProcessEnding } from "../process/process-ending.js";
import type { TrackedServer, ServerContext } from "../record/server-context.js";
import { findOption } from "../../arguments/parse-options.js";

/** ComfyUI writes this line once its port is bound; `Starting server` comes before that. */
const readyLine = "To see the GUI go to:";

interface ReadinessEvidence {
  readonly answer: ProbeResult;
  /** Whether the log has the ready line since this start. */
  readonly hasReadyLine: boolean;
  /** The arguments after main.py. */
  readonly argv: readonly string[];
}

/** ComfyUI removes this argument when it restarts itself in the same process. */
const droppedFlag = "--windows-standalone-build";
const sameArguments = (a: readonly string[], b: readonly string[]): boolean => {
  const [left, right] = [a, b].map((list) => list.filter((word) => word !== droppedFlag));
  return JSON.stringify(left) === JSON.stringify(right);
};

/**
 * An answer alone is not proof, because another server may have taken the port. It counts together with the ready line in
 * this server's log, or when it contains this server's arguments. A server that provides neither is trusted if it was
 * started with `--dont-print-server`.
 */
export function isReady({ answer, hasReadyLine, argv }: ReadinessEvidence): boolean {
  if (answer.kind === "silent" || answer.kind === "other") return false;
  if (hasReadyLine) return true;
  const printsNoReadyLine = findOption(argv, "--dont-print-server") !== undefined;
  if (answer.kind === "guarded") return printsNoReadyLine;
  if (answer.argv !== undefined) return sameArguments(answer.argv.slice(1), argv);
  return printsNoReadyLine;
}

/** The interval between reads of the log grows from the first value to the second. */
const firstPollMs = 10;
const maxPollMs = 200;
/** Interval between probes of the address while the log has no ready line. */
const probeIntervalMs = 500;

/** `onLine` receives each line of the log. */
export interface ReadyOptions extends WorkOptions {
  /** Size of the log when this start began, in bytes. */
  readonly logOffset: number;
  /** Whether the server was ready before and this process only joins it. */
  readonly wasReady: boolean;
  readonly timeoutMs: number;
}

/** After `timeout` and `aborted`, the server continues. */
export type Readiness =
  | { readonly kind: "ready" | "timeout" | "aborted" }
  | { readonly kind: "ended"; readonly ending: ProcessEnding };

export async function waitUntilReady(
  { instance, auth }: ServerContext,
  { record, watched }: Pick<TrackedServer, "record" | "watched">,
  { logOffset, wasReady, timeoutMs, signal, onLine }: ReadyOptions,
): Promise<Readiness> {
  const { clock, layout } = instance;
  const reader = createLogReader(logFile(layout.logs), logOffset);
  const { controller: stopping, release } = linkedController(signal);
  let ending: ProcessEnding | undefined;
  void watched.exited.then((end) => {
    ending = end;
    stopping.abort();
  });
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
        const probing = probe(instance, record.url, { auth, signal: stopping.signal });
        const answer = await probing.catch(() => undefined);
        if (signal?.aborted === true) return { kind: "aborted" };
        const { argv } = record;
        if (answer !== undefined && isReady({ answer, hasReadyLine, argv })) return { kind: "ready" };
      }
      if (clock.now() - sinceMs >= timeoutMs) return { kind: "timeout" };
      await pause(clock, pollMs, stopping.signal).catch(() => undefined);
      if (signal?.aborted === true) return { kind: "aborted" };
    }
  } finally {
    release();
    await reader.close();
  }
}
