// Follows the prompt of a job to its end by the machine of `@pictor/prompt-life`: what the job does with each record,
// and with the outcome.

import {
  raceAbort,
  type Backend,
  type BackendEvent,
  type OutputFile,
  type PromptState,
  fault,
  problemFor,
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
import { isPromptOver } from "../state/job-state.js";
import type { JobRun } from "./job-run.js";
import { createStateReader } from "./prompt-state-reader.js";

/** Milliseconds without an event of a running prompt after which the job tells that nothing happens. */
const quietMs = 180_000;

/** The prompt that a job follows. */
export interface FollowedPrompt {
  readonly backend: Backend;
  /**
   * Whether the job has submitted the prompt. Then the backend sends the events of the prompt to it, and a success
   * without any file is an error.
   */
  readonly ownsPrompt: boolean;
  /** Collects the files of a run that did not succeed. Settles when all of them were handled. */
  collectFiles(files: readonly OutputFile[]): Promise<unknown>;
}

/** The outcome of a run that succeeded. */
export interface SuccessfulRun {
  readonly files: readonly OutputFile[];
  /** Nodes that promise no file; absent if only the messages reported the success, because they do not name these nodes. */
  readonly withoutFile?: readonly NodeId[];
  readonly texts?: readonly NodeText[];
}

export class RecordFollower {
  readonly #run: JobRun;
  readonly #prompt: FollowedPrompt;
  #follower: PromptFollower | undefined;
  #lastEventAtMs: number;
  #isRequested = false;
  #isConnected = true;
  /** Whether an event has reported the end of the run. */
  #hasEnded = false;

  constructor(run: JobRun, prompt: FollowedPrompt) {
    this.#run = run;
    this.#prompt = prompt;
    this.#lastEventAtMs = run.clock.now();
  }

  /** Notes an event of the prompt, or one that belongs to no prompt. Must be fast, because thousands can arrive each second. */
  note(event: BackendEvent): void {
    if (event.type === "connection") this.#isConnected = event.state === "open";
    if (!("promptId" in event) || event.type === "promptConnection") return;
    this.#lastEventAtMs = this.#run.clock.now();
    this.#hasEnded ||= event.type === "ended";
    this.#isRequested ||= event.type === "ended";
    this.#follower?.note(event);
  }

  /** Reads the record now, or as soon as the prompt is followed. */
  requestReading(): void {
    this.#isRequested = true;
    void this.#follower?.look(true);
  }

  /**
   * Resolves to the outputs of a successful run, or to undefined if the job has ended otherwise. Rejects with `JOB_LOST` if
   * the server does not answer or its queue stands still.
   */
  async follow(promptId: string): Promise<SuccessfulRun | undefined> {
    let onFinal: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_resolve, reject) => (onFinal = reject));
    const ended = this.#untilOutcome(promptId, (error) => onFinal(error));
    if (this.#isRequested) void this.#follower?.look();
    try {
      const outcome = await raceAbort(this.#run.signal, Promise.race([ended, failed]));
      return await this.#onOutcome(promptId, outcome);
    } finally {
      this.#follower?.stop();
    }
  }

  /** `onFinal` is called with the failure of a reading after which no later one will succeed. */
  #untilOutcome(promptId: string, onFinal: (error: unknown) => void): Promise<FollowOutcome> {
    const { clock, signal, state } = this.#run;
    const { backend } = this.#prompt;
    const read = createStateReader(promptId, backend, this.#run, onFinal);
    return new Promise((resolve) => {
      this.#follower = followPrompt({
        clock,
        signal,
        limits: promptLimits,
        onOutcome: resolve,
        read: async () => {
          const record = await read();
          this.#onRecord(promptId, record);
          return record;
        },
        cancel: () => backend.cancel(promptId, { signal }),
        // The state of the job knows how the run has ended by its messages.
        messages: () => ({ outputs: [], hasBegun: state().phase !== "queued", hasEnded: this.#hasEnded }),
        isConnected: () => this.#isConnected,
        isCancelled: () => false,
        wasCut: () => state().connectionLost && !state().cancelling,
      });
    });
  }

  #onRecord(promptId: string, record: PromptState): void {
    const { clock, dispatch, warn } = this.#run;
    if (record.state !== "queued" && record.state !== "running") return;
    dispatch({ type: "record", record });
    const isQuiet = record.state === "running" && clock.now() - this.#lastEventAtMs >= quietMs;
    if (isQuiet && this.#prompt.ownsPrompt)
      warn(problemFor(fault("JOB_QUIET", { promptId, minutes: quietMs / 60_000 })));
  }

  async #onOutcome(promptId: string, outcome: FollowOutcome): Promise<SuccessfulRun | undefined> {
    switch (outcome.is) {
      case "ended":
        return this.#onEnd(outcome.record);
      case "removed":
        return this.#onMissing(promptId);
      case "removedUnrun":
        throw promptLost(promptId, "stalled");
      case "lost":
        return this.#onLoss(promptId, outcome);
    }
  }

  async #onEnd(record: EndRecord): Promise<SuccessfulRun | undefined> {
    // The files of an unsuccessful run are published before its ending.
    if (record.state !== "succeeded") await this.#prompt.collectFiles(record.outputs);
    this.#run.dispatch({ type: "record", record });
    if (record.state !== "succeeded") return undefined;
    const { outputs: files, shown = [], silent = [], texts = [] } = record;
    return { files, texts, withoutFile: [...shown, ...silent] };
  }

  /** The ending of the messages counts, if they have reported one. */
  #onMissing(promptId: string): SuccessfulRun | undefined {
    const { dispatch, report, state } = this.#run;
    const { reportedEnding } = state();
    if (reportedEnding !== undefined) {
      const ending = reportedEnding.as === "interrupted" ? "was interrupted" : reportedEnding.as;
      report(problemFor(fault("JOB_RECORD_MISSING", { promptId, ending })));
    }
    dispatch({ type: "recordMissing" });
    return isPromptOver(state()) ? undefined : { files: [] };
  }

  #onLoss(promptId: string, { loss, why, error }: PromptLoss): SuccessfulRun | undefined {
    switch (loss) {
      case "crashed":
      case "unreachable":
        throw promptUnanswered(promptId, error);
      case "stalled":
        throw promptLost(promptId, "stalled");
      case "recorded":
        this.#run.dispatch({ type: "record", record: { state: "lost", reason: why } });
        return undefined;
      case "forgotten":
      case "unrecorded":
        return this.#onMissing(promptId);
    }
  }
}
