// Follows a submitted prompt to its end. The server's record decides; its messages only indicate when to read the record.
//
//               ┌──── no answer ────► retrying ── no answer for a minute ──► JOB_LOST
//   following ──┤                      │    │
//     ▲         └── 401 or 403 ──► refused  │ refused again ─────────────────► that refusal
//     │                                │    │
//     └────────────── answer ──────────┴────┘
//
// In any state, a final record, a missing record, or a queue that stands still for half a minute ends the following.

import {
  pause,
  type Backend,
  type OutputFile,
  type PromptState,
  fault,
  type Clock,
  toProblem,
  type Problem,
  type NodeId,
  type NodeText,
} from "@pictor/kernel";
import { createStopwatch, longestRoundMs, promptLimits, quietPauseMs } from "@pictor/prompt-life";
import { promptLost } from "../state/prompt-lost.js";
import type { JobInput, JobState } from "../state/job-state.js";
import type { PromptActivity } from "./prompt-activity.js";
import { createStateReader, type StateReader } from "./prompt-state-reader.js";

const { firstLateMs, lateRecordMs, recheckMs, recordMs, stalledMs, unreachableMs } = promptLimits;
/** Milliseconds without an event of a running prompt after which the job tells that nothing happens. */
const quietMs = 180_000;
/** Milliseconds before a server that refused the credentials is asked once more. */
const refusedRetryMs = 1_000;

export interface FollowDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  state(): JobState;
  dispatch(input: JobInput): void;
  /** Collects the files of a run that did not succeed. Settles when all of them were handled. */
  collectFiles(files: readonly OutputFile[]): Promise<unknown>;
  /** Registers work that outlasts the job. */
  background(work: Promise<unknown>): void;
  report(problem: Problem): void;
  /** As `report`, and tells it while the job runs. */
  warn(problem: Problem): void;
  /**
   * Whether the job has submitted the prompt. Then the backend sends the events of the prompt to it, and a success
   * without any file is an error.
   */
  readonly ownsPrompt: boolean;
}

/** The outcome of a run that succeeded. */
export interface SuccessfulRun {
  readonly files: readonly OutputFile[];
  /** Nodes that promise no file; absent if only the messages reported the success, because they do not name these nodes. */
  readonly withoutFile?: readonly NodeId[];
  readonly texts?: readonly NodeText[];
}

type FinalState = Extract<PromptState, { readonly outputs: unknown }>;
const isFinal = (record: PromptState): record is FinalState => "outputs" in record;

/** The outcome of the latest readings, which decides when the next reading is due. */
type FollowState = {
  /** Successive answered readings without an event in between. */
  readonly quietReadings: number;
} & (
  | { readonly step: "following" }
  /** `failures` counts successive readings without an answer. */
  | { readonly step: "retrying" | "refused"; readonly failures: number }
);
type Reading = "unanswered" | "refused" | { readonly isQuiet: boolean };

function afterReading(state: FollowState, reading: Reading): FollowState {
  const { quietReadings } = state;
  if (typeof reading === "object")
    return { step: "following", quietReadings: reading.isQuiet ? quietReadings + 1 : 0 };
  const failures = (state.step === "following" ? 0 : state.failures) + 1;
  return { step: reading === "refused" ? "refused" : "retrying", failures, quietReadings };
}

/** Milliseconds until a server that did not answer is asked again: short at first, because restarts are short. */
const retryAfter = (failures: number): number =>
  Math.min(recordMs, 400 * 2 ** Math.max(0, failures - 10)) * (0.5 + Math.random() / 2);

function untilReadingDue(
  state: FollowState,
  activity: PromptActivity,
  { clock, signal }: FollowDependencies,
): Promise<void> {
  switch (state.step) {
    case "following":
      return activity.untilReadingDue(quietPauseMs(state.quietReadings, promptLimits, Math.random()));
    case "retrying":
      return activity.untilReadingDue(retryAfter(state.failures));
    case "refused":
      return pause(clock, refusedRetryMs, signal);
  }
}

/**
 * Reads the record. If the prompt should have ended, reads repeatedly for a moment, because the prompt can be between the
 * server's queue and its history. `hasRunEnded` says whether the run's last message has arrived. Resolves to undefined if
 * the server does not answer.
 */
async function readSettled(
  reader: StateReader,
  hasRunEnded: boolean,
  { clock, signal, state }: FollowDependencies,
): Promise<PromptState | undefined> {
  let record = await reader.read();
  // After a lost connection, the record may never exist: the server was restarted.
  const limitMs = () =>
    state().connectionLost && !hasRunEnded && !state().cancelling ? recheckMs : lateRecordMs;
  for (let waited = 0, step = firstLateMs; waited < limitMs(); step *= 2) {
    if (record === undefined || isFinal(record) || record.state === "lost") return record;
    if (record.state !== "unknown" && !hasRunEnded) return record;
    const ms = Math.min(step, limitMs() - waited);
    await pause(clock, ms, signal);
    waited += ms;
    const wasKnown = record.state !== "unknown";
    record = await reader.read();
    if (!wasKnown || record?.state !== "unknown") continue;
    // The prompt has left the queue only now, so the message that announced the end belonged to an earlier run.
    waited = 0;
    step = firstLateMs / 2;
  }
  return record;
}

/** Returns a function that receives each record, and returns whether the prompt has waited for `stalledMs` while nothing ran. */
function createStallDetector(clock: Clock): (record: PromptState) => boolean {
  // The stopwatch counts each lap with at most half of the limit, so that at least three readings have to agree.
  const idle = createStopwatch(clock, stalledMs / 2);
  let wasIdle = false;
  return (record) => {
    const isIdle = record.state === "queued" && record.idle === true;
    if (!isIdle || !wasIdle) idle.reset();
    wasIdle = isIdle;
    return isIdle && idle.lap() >= stalledMs;
  };
}

/**
 * If the messages have reported an ending, reports that the record is missing: the ending of the messages then counts.
 */
function reportMissingRecord(promptId: string, { state, report }: FollowDependencies): void {
  const { reportedEnding } = state();
  if (reportedEnding === undefined) return;
  const ending = reportedEnding.as === "interrupted" ? "was interrupted" : reportedEnding.as;
  report(toProblem(fault("JOB_RECORD_MISSING", { promptId, ending })));
}

function warnOfQuiet(promptId: string, { ownsPrompt, warn }: FollowDependencies): void {
  if (ownsPrompt) warn(toProblem(fault("JOB_QUIET", { promptId, minutes: quietMs / 60_000 })));
}

/**
 * Resolves to the outputs of a successful run, or to undefined if the job has ended otherwise. Rejects with `JOB_LOST` if
 * the server does not answer or its queue stands still.
 */
export async function followPrompt(
  promptId: string,
  activity: PromptActivity,
  deps: FollowDependencies,
): Promise<SuccessfulRun | undefined> {
  const { backend, clock, dispatch } = deps;
  const reader = createStateReader(promptId, deps);
  const isStalled = createStallDetector(clock);
  /** Measures how long the server has not answered. A lap lasts at most one pause and one reading. */
  const unanswered = createStopwatch(clock, longestRoundMs(promptLimits) + lateRecordMs);
  let state: FollowState = { step: "following", quietReadings: 0 };
  /**
   * Whether the run's last message has arrived since the last answer. The next answer confirms or refutes that the run
   * has ended.
   */
  let hasRunEnded = false;

  for (;;) {
    const lastEventAt = activity.lastEventAt();
    await untilReadingDue(state, activity, deps);
    if (state.step === "following") unanswered.reset();
    hasRunEnded = activity.takeRunEnd() || hasRunEnded;
    const record = await readSettled(reader, hasRunEnded, deps);
    const hadEvents = activity.lastEventAt() !== lastEventAt;
    if (record === undefined) {
      if (hadEvents) unanswered.reset();
      const { why, observed, isRefused } = reader.failure();
      if (unanswered.lap() >= unreachableMs) throw promptLost(promptId, why, { observed });
      state = afterReading(state, isRefused ? "refused" : "unanswered");
      continue;
    }
    hasRunEnded = false;
    state = afterReading(state, { isQuiet: activity.isConnected() && !hadEvents });
    if (record.state === "unknown") {
      reportMissingRecord(promptId, deps);
      dispatch({ type: "recordMissing" });
      return deps.state().phase === "ended" ? undefined : { files: [] };
    }
    if (isFinal(record)) {
      // The files of an unsuccessful run are published before its ending.
      if (record.state !== "succeeded") await deps.collectFiles(record.outputs);
      dispatch({ type: "record", record });
      if (record.state !== "succeeded") return undefined;
      const { outputs: files, shown = [], silent = [], texts = [] } = record;
      return { files, texts, withoutFile: [...shown, ...silent] };
    }
    dispatch({ type: "record", record });
    if (record.state === "lost") return undefined;
    if (record.state === "running" && clock.now() - activity.lastEventAt() >= quietMs)
      warnOfQuiet(promptId, deps);
    if (isStalled(record)) {
      deps.background(backend.cancel(promptId).catch(() => undefined));
      throw promptLost(promptId, "stalled");
    }
  }
}
