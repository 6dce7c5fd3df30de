// A job's handle: its state, its events, its cancel. What the job does is given to it.

import { randomUUID } from "node:crypto";
import {
  type Backend,
  fault,
  PictorError,
  reasonOf,
  problemOf,
  deepFreeze,
  type Problem,
  type JobEvent,
  type Output,
} from "@pictor/kernel";
import { createEventStream } from "../state/event-stream.js";
import { reduce, startJob, type JobInput, type JobState } from "../state/reducer.js";
import { cancelPrompt } from "../run/cancel-prompt.js";
import type { JobDependencies } from "./dependencies.js";
import { unconfirmed } from "../run/revoke-submission.js";

/** What the job is while it runs: the reducer's state, and where its inputs and products go. */
export interface JobRun {
  state(): JobState;
  dispatch(input: JobInput): void;
  /** Aborted when the job must stop at once, whatever the backend does. */
  readonly signal: AbortSignal;
  report(problem: Problem): void;
  publish(output: Output): void;
  /** From now on a cancel reaches this backend. */
  opened(backend: Backend): void;
  /** From now on a cancel that needs the server's record has it read by this. */
  watched(look: () => void): void;
  /** Ends the job as what was thrown says. */
  fail(thrown: unknown): void;
}

export interface JobOptions {
  readonly batches: number;
  /** Whether the job makes its prompts. Another one only follows a prompt, which goes on when the job is left. */
  readonly isOwn: boolean;
  /** The job does not wait for its prompts: being stopped, it withdraws all of them. */
  readonly isDetached?: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface Job<Value> {
  readonly jobId: string;
  readonly events: AsyncIterable<JobEvent>;
  /** Settles when the work has. */
  cancel(): Promise<void>;
  /** Ends the job, and its prompts where they are its own. Settles when the work has. */
  leave(): Promise<void>;
  /** Ends the job when nobody can wait any longer. */
  abandon(): void;
  readonly done: Promise<{
    readonly value: Value;
    readonly state: JobState;
    readonly problems: readonly Problem[];
  }>;
}

/** Events that come by the thousand hold nothing that could be changed below their own members. */
const isShallow = ({ type }: JobEvent): boolean =>
  type === "preview" || type === "progress" || type === "node" || type === "status";

function endingOf(thrown: unknown, { cancelling }: JobState, signal: AbortSignal): JobInput {
  if (cancelling && signal.aborted) return { type: "stopped" };
  if (!(thrown instanceof PictorError)) {
    const error = fault("INTERNAL", { reason: reasonOf(thrown) }, { cause: thrown });
    return { type: "fault", error };
  }
  return thrown.code === "JOB_LOST" ? { type: "lost", error: thrown } : { type: "fault", error: thrown };
}

/** Starts `work` a microtask later, so that a reader who subscribes at once misses nothing. `work` never rejects. */
export function openJob<Value>(
  options: JobOptions,
  { hooks, host, lifetime, background }: Pick<JobDependencies, "hooks" | "host" | "lifetime" | "background">,
  work: (run: JobRun) => Promise<Value>,
): Job<Value> {
  const stream = createEventStream();
  const controller = new AbortController();
  const problems: Problem[] = [];
  let state = startJob(randomUUID(), options.batches);
  let backend: Backend | undefined;
  let look = (): void => undefined;

  const report = (problem: Problem): void => {
    // An observer that fails at every event is one problem, not a thousand.
    const isKnown = problems.some(
      ({ code, message, plugin }) =>
        code === problem.code && message === problem.message && plugin === problem.plugin,
    );
    if (!isKnown) problems.push(problem);
  };
  const reportError = (error: PictorError): void => {
    report(problemOf(error));
  };
  const publish = (event: JobEvent): void => {
    if (isShallow(event)) Object.freeze(event);
    else deepFreeze(event);
    stream.push(event);
    hooks.notify(event, reportError);
  };
  const dispatch = (input: JobInput): void => {
    const step = reduce(state, input);
    state = step.state;
    step.events.forEach(publish);
  };
  const stop = (reason: string): void => {
    controller.abort(new DOMException(reason, "AbortError"));
  };
  const hasEnded = (): boolean => state.phase === "ended";
  const isOnBackend = (): boolean => state.phase === "queued" || state.phase === "running";

  const end = async (isPromptEnded: boolean): Promise<void> => {
    const isFirst = !state.cancelling && !hasEnded();
    if (isFirst) dispatch({ type: "cancel" });
    const { promptId } = state;
    if (
      isFirst &&
      isPromptEnded &&
      !options.isDetached &&
      backend !== undefined &&
      promptId !== undefined &&
      isOnBackend()
    ) {
      const { clock } = host;
      await cancelPrompt(promptId, {
        backend,
        clock,
        lifetime,
        background,
        ended: done,
        hasEnded,
        isOnBackend,
        look,
        stop,
        report,
      });
    } else if (isFirst) stop("The generation was cancelled");
    await done;
  };
  const leave = () => end(options.isOwn);
  const onAbort = (): void => {
    void leave();
  };
  const run: JobRun = {
    state: () => state,
    dispatch,
    signal: controller.signal,
    report,
    publish: (output) => {
      publish({ type: "output", output, jobId: state.jobId, batch: output.batch });
    },
    opened: (opened) => (backend = opened),
    watched: (watch) => (look = watch),
    fail: (thrown) => {
      dispatch(endingOf(thrown, state, controller.signal));
    },
  };

  const done = Promise.resolve()
    .then(() => hooks.prepareObservers(reportError))
    .then(() => {
      if (options.isOwn) publish({ type: "job", state: "building", jobId: state.jobId, batch: 0 });
      if (options.signal?.aborted) onAbort();
      options.signal?.addEventListener("abort", onAbort, { once: true });
      return work(run);
    })
    .then((value) => {
      options.signal?.removeEventListener("abort", onAbort);
      stream.end();
      return { value, state, problems };
    });
  const abandon = (): void => {
    const { promptId } = state;
    if (options.isOwn && !options.isDetached && promptId !== undefined && isOnBackend())
      report(unconfirmed(promptId, "its end was not waited for any longer"));
    stop("The kernel was disposed");
  };
  return { jobId: state.jobId, events: stream.events, cancel: () => end(true), leave, done, abandon };
}
