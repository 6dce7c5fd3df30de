// Long work of a backend with its steps shown: live on a terminal, lines elsewhere, records with --json.

import type { StepOptions } from "@pictor/host";
import type { Host } from "../host.js";
import { realTicker } from "../output/live.js";
import { createSteps } from "../output/steps.js";

/** Settles and rejects as `work` does. Ctrl-C aborts it, unless a `signal` of its own is given. */
export async function withSteps<Result>(
  { terminal, signal: interrupted }: Pick<Host, "terminal" | "signal">,
  work: (options: StepOptions) => Promise<Result>,
  signal: AbortSignal = interrupted,
): Promise<Result> {
  const steps = createSteps(terminal, realTicker);
  let isDone = false;
  try {
    const result = await work({
      signal,
      progress: (note) => {
        steps.note(note);
      },
    });
    isDone = true;
    return result;
  } finally {
    steps.end(isDone);
  }
}
