// What all jobs have in common: state, events and cancellation. The caller supplies the function that does the work.

import { withTimeout, type JobEvent, type Problem } from "@pictor/kernel";
import type { JobState } from "../state/job-state.js";
import { cancelPrompt } from "../run/cancel-prompt.js";
import type { JobDependencies } from "../run/dependencies.js";
import { JobRun, type RunStart } from "../run/job-run.js";
import { cancelLimitMs, cancelUnconfirmed } from "../run/revoke-submission.js";

export interface JobOptions extends RunStart {
  /** Whether the job submits its prompts. An attached job does not: its prompt continues when the job is stopped. */
  readonly ownsPrompts: boolean;
  /** Whether the job does not wait for its prompts. When it is stopped, its work revokes all of them. */
  readonly isDetached?: boolean;
  readonly signal: AbortSignal | undefined;
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

export class Job<Value> {
  readonly done: Promise<EndedJob<Value>>;
  readonly #options: JobOptions;
  readonly #run: JobRun;

  /** Starts `work` a microtask later, so that a caller can read every event. `work` must not reject. */
  constructor(options: JobOptions, deps: JobDependencies, work: (run: JobRun) => Promise<Value>) {
    this.#options = options;
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

  /**
   * Ends the job after the answer to a submission in flight; the backend continues its prompt. Settles when the job has
   * ended.
   */
  async leave(): Promise<void> {
    const run = this.#run;
    if (!run.state().cancelling && !run.hasEnded()) {
      run.leave();
      run.dispatch({ type: "cancel" });
      if (isUnsubmitted(run.state())) run.abort("The generation was left before its submission");
    }
    await this.done;
  }

  /** Ends the job, and the prompt if the job has submitted it. Settles when the work has ended. */
  stop(): Promise<void> {
    return this.#cancel(this.#options.ownsPrompts);
  }

  /** Ends the job without waiting for the backend. */
  forceStop(): void {
    const run = this.#run;
    const { promptId } = run;
    const { ownsPrompts, isDetached } = this.#options;
    if (ownsPrompts && !isDetached && promptId !== undefined && run.isOnBackend())
      run.report(cancelUnconfirmed(promptId, "the program stopped waiting for its end"));
    run.abort("The kernel was disposed");
  }

  async #start(work: (run: JobRun) => Promise<Value>): Promise<EndedJob<Value>> {
    const run = this.#run;
    const { ownsPrompts, signal } = this.#options;
    await Promise.resolve();
    await run.deps.hooks.prepareObservers(run.reportObserved);
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
    const { isDetached } = this.#options;
    const isFirst = !run.state().cancelling && !run.hasEnded();
    if (isFirst) run.dispatch({ type: "cancel" });
    const { promptId } = run;
    if (isFirst && includesPrompt && !isDetached && promptId !== undefined && run.isOnBackend())
      await this.#cancelThere(promptId);
    else if (isFirst) run.abort("The generation was cancelled");
    await this.done;
  }

  /** Cancels a prompt that the backend has. */
  async #cancelThere(promptId: string): Promise<void> {
    const run = this.#run;
    const opened = Promise.race([run.opened, this.done.then(() => undefined)]);
    const backend = await withTimeout(run.clock, cancelLimitMs, opened, () => undefined);
    if (backend === undefined) {
      if (!run.hasEnded()) run.report(cancelUnconfirmed(promptId, "the backend could not be opened in time"));
      run.abort("The backend was not opened");
      return;
    }
    await cancelPrompt(promptId, backend, run, this.done);
  }
}
