// Follows a submitted prompt to its end. The server's own record is the truth; its messages only say when to look.

import {
  pause,
  type Backend,
  type OutputFile,
  type PromptState,
  fault,
  type Clock,
  problemOf,
  type Problem,
  type NodeId,
} from "@pictor/kernel";
import { lost } from "../state/prompt-lost.js";
import type { JobInput, JobState } from "../state/reducer.js";
import { answerLimitMs, unreachableMs } from "../state/time-limits.js";
import { createReader } from "./prompt-state-reader.js";
import { createStopwatch } from "./stopwatch.js";
import type { Watch } from "./prompt-activity.js";

/** Milliseconds without an event of the prompt after which the server's record is read. */
export const silenceMs = 5_000;
/** The longest pause between two readings while nothing changes. Milliseconds. */
const longestSilenceMs = 15_000;
/** Milliseconds for which prompts may wait while nothing runs, before the server's worker counts as dead. */
const stalledMs = 30_000;
/** Milliseconds before a server that did not take the credentials is asked once more. */
const refusedAgainMs = 1_000;
/** Milliseconds for a record to appear that should be there, and the first pause of looking for it. */
const lateRecordMs = 2_000;
const lateRecordStepMs = 20;
/** The same when the connection was lost: a server that was restarted will not find it either. */
const lateAfterCutMs = 400;

export interface FollowDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  state(): JobState;
  dispatch(input: JobInput): void;
  /** Takes files before the ending that follows is announced; settles when they are through. */
  take(files: readonly OutputFile[]): Promise<unknown>;
  /** For what must still be done after the job has ended. */
  background(work: Promise<unknown>): void;
  report(problem: Problem): void;
}

type Final = Extract<PromptState, { readonly outputs: unknown }>;
const isFinal = (record: PromptState): record is Final => "outputs" in record;

/** Milliseconds until the next reading when the last `quiet` ones told nothing new; earlier for some, never later. */
const silenceAfter = (quiet: number): number =>
  Math.min(longestSilenceMs, silenceMs * 1.5 ** quiet) * (1 - Math.random() / 10);

/** Milliseconds until a server that did not answer is asked again: soon at first, as restarts are short. */
const retryAfter = (failures: number): number =>
  Math.min(silenceMs, 400 * 2 ** Math.max(0, failures - 10)) * (0.5 + Math.random() / 2);

/** The verdict will be that of the messages, where they gave one. */
function reportMissing(promptId: string, { state, report }: FollowDependencies): void {
  const { told } = state();
  if (told === undefined) return;
  const ending = told.as === "interrupted" ? "was interrupted" : told.as;
  report(problemOf(fault("JOB_RECORD_MISSING", { promptId, ending })));
}

/** A run that succeeded. */
export interface Success {
  readonly files: readonly OutputFile[];
  /** Nodes that showed words; absent where only the messages told of the success, which do not say. */
  readonly shown?: readonly NodeId[];
}

/**
 * Settles with what the record of a run that succeeded lists, or with undefined when the job has ended otherwise; the
 * reducer knows how. Rejects with `JOB_LOST` when the server cannot be asked or stands still.
 */
export async function follow(
  promptId: string,
  watch: Watch,
  deps: FollowDependencies,
): Promise<Success | undefined> {
  const { clock, dispatch, signal } = deps;
  const reader = createReader(promptId, deps);
  /** How long there has been no answer; a round is a pause and a reading. */
  const silent = createStopwatch(clock, silenceMs + answerLimitMs + lateRecordMs);
  /** Between two readings it counts half of what is needed at most, so three of them have to say so. */
  const idle = createStopwatch(clock, stalledMs / 2);
  let quiet = 0;
  let failures = 0;
  let isIdle = false;
  let isOver = false;

  /** A prompt that should be through can be between the server's queue and its history for a moment. */
  const readSettled = async (): Promise<PromptState | undefined> => {
    let record = await reader.read();
    const patience = () =>
      deps.state().isCut && !isOver && !deps.state().cancelling ? lateAfterCutMs : lateRecordMs;
    for (let waited = 0, step = lateRecordStepMs; waited < patience(); step *= 2) {
      if (record === undefined || isFinal(record)) return record;
      if (record.state !== "unknown" && !isOver) return record;
      const ms = Math.min(step, patience() - waited);
      await pause(clock, ms, signal);
      waited += ms;
      const wasThere = record.state !== "unknown";
      record = await reader.read();
      if (!wasThere || record?.state !== "unknown") continue;
      // Only now it has left the queue: what had seemed to be its last message was not.
      waited = 0;
      step = lateRecordStepMs / 2;
    }
    return record;
  };

  const giveUp = (): never => {
    deps.background(deps.backend.cancel(promptId).catch(() => undefined));
    throw lost(promptId, "stalled");
  };
  const checkStalled = (record: PromptState): void => {
    const wasIdle = isIdle;
    isIdle = record.state === "queued" && record.idle === true;
    if (!isIdle || !wasIdle) idle.reset();
    else if (idle.lap() >= stalledMs) giveUp();
  };

  for (;;) {
    const before = watch.touchedAt();
    if (reader.isRefused()) await pause(clock, refusedAgainMs, signal);
    else await watch.silence(failures > 0 ? retryAfter(failures) : silenceAfter(quiet));
    if (failures === 0) silent.reset();
    isOver = watch.takeOver() || isOver;
    const record = await readSettled();
    if (record === undefined) {
      failures++;
      if (watch.touchedAt() !== before) silent.reset();
      const { why, observed } = reader.failure();
      if (silent.lap() >= unreachableMs) throw lost(promptId, why, { observed });
      continue;
    }
    failures = 0;
    // A last message that the record denies was another run's, or came twice.
    isOver = false;
    quiet = watch.isOpen() && watch.touchedAt() === before ? quiet + 1 : 0;
    if (record.state === "unknown") {
      reportMissing(promptId, deps);
      dispatch({ type: "missing" });
      return deps.state().phase === "ended" ? undefined : { files: [] };
    }
    if (!isFinal(record)) {
      dispatch({ type: "record", record });
      checkStalled(record);
      continue;
    }
    // An ending is announced behind the images that were made before it.
    if (record.state !== "succeeded") await deps.take(record.outputs);
    dispatch({ type: "record", record });
    return record.state === "succeeded" ? { files: record.outputs, shown: record.shown ?? [] } : undefined;
  }
}
