// Follows the prompt of a job to its end by the machine of `@pictor/prompt-life`: what the job does with each record, and with the outcome.

import {
  raceAbort,
  type Backend,
  type BackendEvent,
  type OutputFile,
  type PromptState,
  fault,
  type Clock,
  toProblem,
  type Problem,
  type NodeId,
  type NodeText,
} from "@pictor/kernel";
import {
  followPrompt,
  promptLimits,
  type EndRecord,
  type FollowOutcome,
  type PromptFollower,
  type PromptLoss,
} from "@pictor/prompt-life";
import { promptLost, promptUnanswered } from "../state/prompt-lost.js";
import type { JobInput, JobState } from "../state/job-state.js";
import { createStateReader } from "./prompt-state-reader.js";

/** Milliseconds without an event of a running prompt after which the job tells that nothing happens. */
const quietMs = 180_000;

export interface FollowDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  state(): JobState;
  dispatch(input: JobInput): void;
  /** Collects the files of a run that did not succeed. Settles when all of them were handled. */
  collectFiles(files: readonly OutputFile[]): Promise<unknown>;
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

export interface RecordFollower {
  /** Notes an event of the prompt. Must be fast, because thousands can arrive each second. */
  note(event: BackendEvent): void;
  /** Notes whether the event connection is open. */
  setConnected(isConnected: boolean): void;
  /** Reads the record now, or as soon as the prompt is followed. */
  requestReading(): void;
  /**
   * Resolves to the outputs of a successful run, or to undefined if the job has ended otherwise. Rejects with `JOB_LOST` if
   * the server does not answer or its queue stands still.
   */
  follow(promptId: string): Promise<SuccessfulRun | undefined>;
}

export function createRecordFollower(deps: FollowDependencies): RecordFollower {
  const { backend, clock, dispatch, signal, state } = deps;
  let follower: PromptFollower | undefined;
  let lastEventAt = clock.now();
  let [isRequested, isConnected, hasEnded] = [false, true, false];

  const onRecord = (promptId: string, record: PromptState): void => {
    if (record.state !== "queued" && record.state !== "running") return;
    dispatch({ type: "record", record });
    const isQuiet = record.state === "running" && clock.now() - lastEventAt >= quietMs;
    if (isQuiet && deps.ownsPrompt)
      deps.warn(toProblem(fault("JOB_QUIET", { promptId, minutes: quietMs / 60_000 })));
  };
  const onEnd = async (record: EndRecord): Promise<SuccessfulRun | undefined> => {
    // The files of an unsuccessful run are published before its ending.
    if (record.state !== "succeeded") await deps.collectFiles(record.outputs);
    dispatch({ type: "record", record });
    if (record.state !== "succeeded") return undefined;
    const { outputs: files, shown = [], silent = [], texts = [] } = record;
    return { files, texts, withoutFile: [...shown, ...silent] };
  };
  /** The ending of the messages counts, if they have reported one. */
  const onMissing = (promptId: string): SuccessfulRun | undefined => {
    const { reportedEnding } = state();
    if (reportedEnding !== undefined) {
      const ending = reportedEnding.as === "interrupted" ? "was interrupted" : reportedEnding.as;
      deps.report(toProblem(fault("JOB_RECORD_MISSING", { promptId, ending })));
    }
    dispatch({ type: "recordMissing" });
    return state().phase === "ended" ? undefined : { files: [] };
  };
  const onLoss = (promptId: string, { loss, why, error }: PromptLoss): SuccessfulRun | undefined => {
    switch (loss) {
      case "crashed":
      case "unreachable":
        throw promptUnanswered(promptId, error);
      case "stalled":
        throw promptLost(promptId, "stalled");
      case "recorded":
        dispatch({ type: "record", record: { state: "lost", reason: why } });
        return undefined;
      case "forgotten":
      case "unrecorded":
        return onMissing(promptId);
    }
  };

  return {
    note(event) {
      lastEventAt = clock.now();
      hasEnded ||= event.type === "ended";
      isRequested ||= event.type === "ended";
      follower?.note(event);
    },
    setConnected(value) {
      isConnected = value;
    },
    requestReading() {
      isRequested = true;
      void follower?.look(true);
    },
    async follow(promptId) {
      let onFinal: (error: unknown) => void = () => undefined;
      const failed = new Promise<never>((_resolve, reject) => (onFinal = reject));
      const read = createStateReader(promptId, {
        ...deps,
        onFinal: (error) => {
          onFinal(error);
        },
      });
      const followed = new Promise<FollowOutcome>((resolve) => {
        follower = followPrompt({
          ...{ clock, signal, limits: promptLimits, onOutcome: resolve },
          async read() {
            const record = await read();
            onRecord(promptId, record);
            return record;
          },
          cancel: () => backend.cancel(promptId, { signal }),
          // The state of the job knows how the run has ended by its messages.
          messages: () => ({ outputs: [], hasBegun: state().phase !== "queued", hasEnded }),
          isConnected: () => isConnected,
          isCancelled: () => false,
          wasCut: () => state().connectionLost && !state().cancelling,
        });
      });
      if (isRequested) void follower?.look();
      try {
        const outcome = await raceAbort(signal, Promise.race([followed, failed]));
        switch (outcome.is) {
          case "ended":
            return await onEnd(outcome.record);
          case "removed":
            return onMissing(promptId);
          case "removedUnrun":
            throw promptLost(promptId, "stalled");
          case "lost":
            return onLoss(promptId, outcome);
        }
      } finally {
        follower?.stop();
      }
    },
  };
}
