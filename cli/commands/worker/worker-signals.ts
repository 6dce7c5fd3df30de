// The signals of a worker: the first Ctrl-C, Ctrl-Break or SIGTERM drains it, the second one ends it at once, a third
// one ends the process.

import { exitCode } from "../../base/exit-codes.js";
import type { EndingSignal, SignalSource } from "../../base/interrupts.js";

export interface WorkerSignals {
  /** Aborted by the first signal. */
  readonly drain: AbortSignal;
  /** Aborted by the second signal. */
  readonly now: AbortSignal;
  /** Acts as a signal does. */
  next(): void;
  /** Removes the listeners. */
  release(): void;
}

const names: readonly EndingSignal[] = ["SIGINT", "SIGBREAK", "SIGTERM", "SIGHUP"];

export function watchWorkerSignals(source: SignalSource): WorkerSignals {
  const drain = new AbortController();
  const now = new AbortController();
  const reason = (): DOMException => new DOMException("Interrupted", "AbortError");
  const next = (): void => {
    if (!drain.signal.aborted) drain.abort(reason());
    else if (!now.signal.aborted) now.abort(reason());
    else source.exit(exitCode("killed"));
  };
  for (const name of names) source.on(name, next);
  return {
    drain: drain.signal,
    now: now.signal,
    next,
    release() {
      for (const name of names) source.off(name, next);
    },
  };
}
