// Takes one prompt after another until the worker is drained. A failure never leaves a prompt behind that the worker has claimed.

import { backoffMs, pause, reasonOf } from "@pictor/kernel/plugin";
import { signMsOf } from "../redis/keys.js";
import { isTemporary } from "./parts/errors.js";
import { untilDone } from "./parts/retry.js";
import type { WorkerParts } from "./parts/worker-parts.js";
import type { RunOutcome } from "./run/run.js";

/** A worker, as far as it takes prompts. */
export interface PromptTaker {
  /** Waits until the server can be used. Resolves to whether the worker may take a prompt now. */
  prepare(): Promise<boolean>;
  /** Runs the next prompt; undefined if none waits. */
  takeAndRun(): Promise<RunOutcome | undefined>;
  /** Forgets the prompt that runs. */
  forget(): void;
  /** Ends the prompts that this worker has claimed. */
  resume(): Promise<void>;
  /** The server could not be used: `prepare` asks it again. */
  noteLost(error: unknown): void;
}

type Parts = Pick<WorkerParts, "clock" | "settings" | "signal" | "drain" | "ending" | "logger" | "warnings">;

const failurePauseMs = 300;

/** Rejects with the reason of the signal. */
export async function takePrompts(taker: PromptTaker, parts: Parts): Promise<void> {
  const { clock, settings, signal, drain, ending, logger, warnings } = parts;
  const holdMs = signMsOf(settings);
  for (let failures = 0; !drain.aborted;) {
    signal.throwIfAborted();
    if (!(await taker.prepare())) {
      await pause(clock, holdMs, ending).catch(() => undefined);
      continue;
    }
    try {
      const outcome = await taker.takeAndRun();
      if (outcome?.type === "done") failures = 0;
      if (outcome?.type !== "serverProblem") continue;
      taker.noteLost(outcome.error);
      await pause(clock, backoffMs(failures++), ending).catch(() => undefined);
    } catch (error) {
      signal.throwIfAborted();
      logger.debug("the worker tries again", { reason: reasonOf(error) });
      if (!isTemporary(error)) warnings.note(error);
      taker.forget();
      await pause(clock, failurePauseMs, signal);
      // The failed prompt may be claimed: as long as this worker gives signs, nobody else ends it.
      await untilDone(() => taker.resume(), parts);
    }
  }
}
