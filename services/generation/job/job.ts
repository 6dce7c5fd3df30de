// What all jobs have in common: state, events and cancellation. The caller supplies the function that does the work.

import { withTimeout, type JobEvent, type Problem } from "@pictor/kernel";
import type { JobState } from "../state/job-state.js";
import type { JobStart } from "../state/start-state.js";
import { cancelPrompt } from "../run/cancel-prompt.js";
import type { JobDependencies } from "./dependencies.js";
import { JobRun } from "./job-run.js";
import { cancelLimitMs, cancelUnconfirmed } from "../run/revoke-submission.js";

export interface JobOptions extends JobStart {
  /** Whether the job submits its prompts. An attached job does not: its prompt continues when the job is stopped. */
  readonly ownsPrompts: boolean;
  /** The prompt of an attached job. */
  readonly attachedTo?: string;
  /** Whether the job does not wait for its prompts. When it is stopped, its work revokes all of them. */
  readonly isDetached?: boolean;
  readonly signal: AbortSignal | undefined;
}

/** How the kernel ends a job when it is disposed. */
export interface StoppableJob {
  /** Ends the job, and the prompt if the job has submitted it. Settles when the work has ended. */
  stop(): Promise<void>;
  /** Ends the job without waiting for the backend. */
  forceStop(): void;
}

/** How a job has ended. */
interface EndedJob<Value> {
  readonly value: Value;
  readonly state: JobState;
  readonly problems: readonly Problem[];
}

/** Whether the job has not begun to submit, or waits before it does so again. */
const isUnsubmitted = ({ phase }: JobState): boolean =>
  phase === "waiting" || phase === "building" || phase === "gating" || phase === "validating";

export class Job<Value> implements StoppableJob {
  readonly done: Promise<EndedJob<Value>>;
  readonly #options: JobOptions;
  readonly #deps: JobDependencies;
  readonly #run: JobRun;

  /** Starts `work` a microtask later, so that a caller can read every event. `work` must not reject. */
  constructor(options: JobOptions, deps: JobDependencies, work: (run: JobRun) => Promise<Value>) {
    this.#options = options;
    this.#deps = deps;
    this.#run = new JobRun(options, deps);
    this.done = this.#start(work);
  }

  get jobId(): string {
    return this.#run.state().jobId;
  }

  get events(): AsyncIterable<JobEvent> {
    return this.#run.events;
  }

  /** Cancels the job and its prompt. Settles when the job has ended. */
  cancel(): Promise<void> {
    return this.#cancel(true);
  }

  /** Ends the job after the answer to a submission in flight; the backend continues its prompt. Settles when the job has ended. */
  async leave(): Promise<void> {
    const run = this.#run;
    if (!run.state().cancelling && !run.hasEnded()) {
      run.leave();
      run.dispatch({ type: "cancel" });
      if (isUnsubmitted(run.state())) run.abort("The generation was left before its submission");
    }
    await this.done;
  }

  stop(): Promise<void> {
    return this.#cancel(this.#options.ownsPrompts);
  }

  forceStop(): void {
    const run = this.#run;
    const { promptId } = run.state();
    const { ownsPrompts, isDetached } = this.#options;
    if (ownsPrompts && !isDetached && promptId !== undefined && run.isOnBackend())
      run.report(cancelUnconfirmed(promptId, "the program stopped waiting for its end"));
    run.abort("The kernel was disposed");
  }

  async #start(work: (run: JobRun) => Promise<Value>): Promise<EndedJob<Value>> {
    const run = this.#run;
    const { ownsPrompts, signal } = this.#options;
    await Promise.resolve();
    await this.#deps.hooks.prepareObservers(run.reportObserved);
    if (ownsPrompts)
      run.publish({ type: "job", state: "building", jobId: this.jobId, batch: run.state().batch });
    const onAbort = (): void => {
      void this.stop();
    };
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    const value = await work(run);
    signal?.removeEventListener("abort", onAbort);
    run.close();
    return { value, state: run.state(), problems: run.problems };
  }

  async #cancel(includesPrompt: boolean): Promise<void> {
    const run = this.#run;
    const { isDetached, attachedTo } = this.#options;
    const isFirst = !run.state().cancelling && !run.hasEnded();
    if (isFirst) run.dispatch({ type: "cancel" });
    const promptId = run.state().promptId ?? attachedTo;
    if (isFirst && includesPrompt && !isDetached && promptId !== undefined && this.#isThere())
      await this.#cancelThere(promptId);
    else if (isFirst) run.abort("The generation was cancelled");
    await this.done;
  }

  /**
   * Whether the prompt is on the backend. The prompt of an attached job is there before the job has read its record.
   */
  #isThere(): boolean {
    const isReading = this.#options.attachedTo !== undefined && this.#run.state().phase === "building";
    return this.#run.isOnBackend() || isReading;
  }

  /** Cancels a prompt that the backend has. */
  async #cancelThere(promptId: string): Promise<void> {
    const run = this.#run;
    const { lifetime, background, host } = this.#deps;
    const { clock } = host;
    const opened = Promise.race([run.opened, this.done.then(() => undefined)]);
    const backend = await withTimeout(clock, cancelLimitMs, opened, () => undefined);
    const { hasEnded, abort, report } = run;
    if (backend === undefined) {
      if (!hasEnded()) report(cancelUnconfirmed(promptId, "the backend could not be opened in time"));
      abort("The backend was not opened");
      return;
    }
    await cancelPrompt(promptId, {
      backend,
      clock,
      lifetime,
      background,
      hasEnded,
      abort,
      report,
      ended: this.done,
      isOnBackend: () => this.#isThere(),
      refreshRecord: () => {
        run.refreshRecord();
      },
    });
  }
}
