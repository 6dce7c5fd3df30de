// Takes one prompt after another until the worker is drained. A failure never leaves a prompt behind that the worker has claimed.

import { backoffMs, pause, reasonOf, type Clock, type Logger } from "@pictor/kernel/plugin";
import { isTemporary } from "./errors.js";
import { untilDone } from "./retry.js";
import type { RunOutcome } from "./leave-prompt.js";

export interface TakeDependencies {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly drain: AbortSignal;
  /** Aborted with the first of `signal` and `drain`. */
  readonly ending: AbortSignal;
  /** Milliseconds until a worker that may not take prompts looks again. */
  readonly holdMs: number;
  /** Waits until the server can be used. Resolves to whether the worker may take a prompt now. */
  prepare(): Promise<boolean>;
  /** Runs the next prompt; undefined if none waits. */
  takeAndRun(): Promise<RunOutcome | undefined>;
  /** Forgets the prompt that runs. */
  forget(): void;
  /** Ends the prompts that this worker has claimed. */
  resume(): Promise<void>;
  /** Reports that the server cannot be used. */
  warn(error: unknown): void;
  /** Reports an error that somebody has to correct. */
  noteRefusal(error: unknown): void;
  readonly logger: Logger;
}

const failurePauseMs = 300;

/** Rejects with the reason of the signal. */
export async function takePrompts(deps: TakeDependencies): Promise<void> {
  const { clock, signal, drain, ending } = deps;
  for (let failures = 0; !drain.aborted;) {
    signal.throwIfAborted();
    if (!(await deps.prepare())) {
      await pause(clock, deps.holdMs, ending).catch(() => undefined);
      continue;
    }
    try {
      const outcome = await deps.takeAndRun();
      if (outcome?.type === "done") failures = 0;
      if (outcome?.type !== "serverProblem") continue;
      deps.warn(outcome.error);
      await pause(clock, backoffMs(failures++), ending).catch(() => undefined);
    } catch (error) {
      signal.throwIfAborted();
      deps.logger.debug("the worker tries again", { reason: reasonOf(error) });
      if (!isTemporary(error)) deps.noteRefusal(error);
      deps.forget();
      await pause(clock, failurePauseMs, signal);
      // The failed prompt may be claimed: as long as this worker gives signs, nobody else ends it.
      await untilDone(deps.resume, { clock, signal, onRefusal: deps.noteRefusal });
    }
  }
}
