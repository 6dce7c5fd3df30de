// Guards a command that runs until it is stopped: Ctrl-C and SIGTERM stop it, and so does an error that no plugin has caused.

import { catchInterrupts, type SignalSource } from "../base/interrupts.js";
import type { Terminal } from "../output/terminal.js";
import { watchUnhandledErrors } from "./unhandled-errors.js";

export interface ProcessGuard {
  /** Aborted when the command is to stop. */
  readonly signal: AbortSignal;
  /** Resolves when the command is to stop. */
  readonly stopped: Promise<void>;
  /** Stops the command. */
  stop(): void;
  /** Removes the listeners. Returns whether there were unhandled errors. */
  release(): boolean;
}

/** `announce` is called at the first Ctrl-C; the second one ends the process. */
export function guardProcess(signals: SignalSource, terminal: Terminal, announce: () => void): ProcessGuard {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort(new DOMException("Interrupted", "AbortError"));
  };
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  const releaseInterrupts = catchInterrupts(signals, stopping, announce);
  const stopWatching = watchUnhandledErrors(process, terminal, () => undefined, stop);
  return {
    signal: stopping.signal,
    stopped,
    stop,
    release() {
      releaseInterrupts();
      return stopWatching();
    },
  };
}
