// Handles Ctrl-C: the first one stops the command, the second one exits at once. SIGTERM, and SIGHUP from a closed
// terminal, act like the first one.

import { exitCode } from "./exit-codes.js";

/** The members of `process` that `catchInterrupts` uses. */
export interface SignalSource {
  on(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  off(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * On the first Ctrl-C calls `announce` and aborts `controller` with an AbortError; the second one calls `beforeExit` and
 * ends the process. The returned function removes the listeners.
 */
export function catchInterrupts(
  source: SignalSource,
  controller: AbortController,
  announce: () => void,
  beforeExit: () => void = () => undefined,
): () => void {
  const stop = (): void => {
    if (controller.signal.aborted) return;
    announce();
    controller.abort(new DOMException("Interrupted", "AbortError"));
  };
  const onInterrupt = (): void => {
    if (!controller.signal.aborted) {
      stop();
      return;
    }
    beforeExit();
    source.exit(exitCode("killed"));
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
