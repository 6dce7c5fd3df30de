// Runs a command until Ctrl-C, SIGTERM or an error that no plugin has caused stops it.

import { exitCode, type ExitCode } from "../base/exit-codes.js";
import { catchInterrupts, type SignalSource } from "../base/interrupts.js";
import type { Invocation } from "../base/invocation.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal, type Terminal } from "../output/terminal.js";
import { watchUnhandledErrors } from "./unhandled-errors.js";

export interface StoppableInvocation extends Invocation {
  /** The source of signals. Default: this process. */
  readonly signals?: SignalSource;
}

export interface StoppableHost {
  readonly terminal: Terminal;
  /** Aborted when the command is to stop. */
  readonly signal: AbortSignal;
  /** Resolves when the command is to stop. */
  readonly stopped: Promise<void>;
  /** Stops the command. */
  stop(): void;
}

/** `announcement` is printed at the first Ctrl-C; the second one ends the process. Never rejects. */
export async function runUntilStopped(
  { globals, streams, signals = process }: StoppableInvocation,
  announcement: string,
  run: (host: StoppableHost) => Promise<ExitCode>,
): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (): void => stopping.abort(new DOMException("Interrupted", "AbortError"));
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const release = catchInterrupts(signals, stopping, () => terminal.note(announcement));
  const stopWatching = watchUnhandledErrors(process, terminal, () => undefined, stop);
  let ended: ExitCode;
  try {
    ended = await run({ terminal, signal, stopped, stop });
  } catch (error) {
    ended = reportFailure(error, terminal);
  }
  release();
  return stopWatching() ? exitCode("fault") : ended;
}
