// Handles Ctrl-C, and Ctrl-Break of Windows (SIGBREAK): the first one stops the command, the second one exits at once.
// SIGTERM, and SIGHUP from a closed terminal, act like the first one.

import { exitCode } from "./exit-codes.js";

/** The signals that end a command. */
export type EndingSignal = "SIGINT" | "SIGBREAK" | "SIGTERM" | "SIGHUP";

/** Printed at the first Ctrl-C by a command that has nothing more to tell. */
export const stoppingNote = "Stopping; press Ctrl-C again to exit at once.";

/** The members of `process` that `catchInterrupts` uses. */
export interface SignalSource {
  on(event: EndingSignal, listener: () => void): unknown;
  off(event: EndingSignal, listener: () => void): unknown;
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
  const listeners = { SIGINT: onInterrupt, SIGBREAK: onInterrupt, SIGTERM: stop, SIGHUP: stop };
  const each = (change: "on" | "off"): void => {
    for (const name of Object.keys(listeners) as EndingSignal[]) source[change](name, listeners[name]);
  };
  each("on");
  return () => each("off");
}
