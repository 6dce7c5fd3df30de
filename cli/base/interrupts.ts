// Ctrl-C: the first one asks the command to stop, the second one leaves at once. SIGTERM, and SIGHUP of a terminal that
// was closed, count as a first one.

import { exitCode } from "./exit-codes.js";

/** What is used of a process. */
export interface SignalSource {
  on(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  off(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * Aborts `controller` with an AbortError at the first Ctrl-C, and calls `announce`. The returned function gives Ctrl-C
 * its usual meaning back.
 */
export function catchInterrupts(
  source: SignalSource,
  controller: AbortController,
  announce: () => void,
): () => void {
  const stop = (): void => {
    if (controller.signal.aborted) return;
    announce();
    controller.abort(new DOMException("Interrupted", "AbortError"));
  };
  const onInterrupt = (): void => {
    if (controller.signal.aborted) source.exit(exitCode("killed"));
    else stop();
  };
  source.on("SIGINT", onInterrupt);
  source.on("SIGTERM", stop);
  source.on("SIGHUP", stop);
  return () => {
    source.off("SIGINT", onInterrupt);
    source.off("SIGTERM", stop);
    source.off("SIGHUP", stop);
  };
}
