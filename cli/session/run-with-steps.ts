// Runs a long operation of a backend and shows its steps.

import type { ProgressOptions } from "@pictor/kernel";
import { createSteps } from "../output/steps.js";
import { realTicker } from "../output/ticker.js";
import type { CommandHost } from "./command-host.js";

/** Settles as `operation` does. `signal` aborts the operation; default: the host's signal, which Ctrl-C aborts. */
export async function runWithSteps<Result>(
  { terminal, signal: interrupted }: Pick<CommandHost, "terminal" | "signal">,
  operation: (options: ProgressOptions) => Promise<Result>,
  signal: AbortSignal = interrupted,
): Promise<Result> {
  const steps = createSteps(terminal, realTicker);
  let isDone = false;
  try {
    const result = await operation({ signal, progress: (note) => steps.note(note) });
    isDone = true;
    return result;
  } finally {
    steps.end(isDone);
  }
}
