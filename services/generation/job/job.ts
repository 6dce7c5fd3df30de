// What all jobs have in common: state, events and cancellation. The caller supplies the function that does the work.

import { randomUUID } from "node:crypto";
import {
  type Backend,
  fault,
  PictorError,
  reasonOf,
  withTimeout,
  deepFreeze,
  type Problem,
  type JobEvent,
  type Output,
} from "@pictor/kernel";
import { createEventStream } from "../state/event-stream.js";
import type { JobInput, JobState } from "../state/job-state.js";
import { reduce, startJob } from "../state/reducer.js";
import { cancelPrompt } from "../run/cancel-prompt.js";
import type { JobDependencies } from "./dependencies.js";
import { cancelLimitMs, cancelUnconfirmed } from "../run/revoke-submission.js";

/** A running job, as the function that does its work sees it. */
export interface JobRun {
  state(): JobState;
  dispatch(input: JobInput): void;
  /** Aborted when the job must stop at once, without waiting for the backend. */
  readonly signal: AbortSignal;
  report(problem: Problem): void;
  /** As `report`, with an event. */
  warn(problem: Problem): void;
  publish(output: Output): void;
  /** Whether the job stops but its prompt continues on the backend. */
  isLeft(): boolean;
  /** Sets the backend to which a cancel is sent. */
  setBackend(backend: Backend): void;
  /** Sets the function that a cancel calls to read the server's record of the prompt again at once. */
  setRecordRefresh(refresh: () => void): void;
  /** Ends the job with the ending that corresponds to a thrown value. */
  fail(thrown: unknown): void;
}

export interface JobOptions {
  readonly batches: number;
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

export interface Job<Value> extends StoppableJob {
  readonly jobId: string;
  readonly events: AsyncIterable<JobEvent>;
  /** Cancels the job and its prompt. Settles when the job has ended. */
  cancel(): Promise<void>;
  /** Ends the job after the answer to a submission in flight; the backend continues its prompt. Settles when the job has ended. */
  leave(): Promise<void>;
  readonly done: Promise<{
    readonly value: Value;
    readonly state: JobState;
    readonly problems: readonly Problem[];
  }>;
}

/** Whether a shallow freeze of the event suffices. The members of frequent events need no freezing. */
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

/** Whether the job has not begun to submit. */
const isUnsubmitted = ({ phase }: JobState): boolean =>
  phase === "building" || phase === "gating" || phase === "validating";

/** Starts `work` a microtask later, so that a caller can read every event. `work` must not reject. */
export function openJob<Value>(
  options: JobOptions,
  { hooks, host, lifetime, background }: Pick<JobDependencies, "hooks" | "host" | "lifetime" | "background">,
  work: (run: JobRun) => Promise<Value>,
): Job<Value> {
  const stream = createEventStream();
  const controller = new AbortController();
  const problems: Problem[] = [];
  const reported = new Set<string>();
  let state = startJob(randomUUID(), options.batches);
  let backend: Backend | undefined;
  let refreshRecord = (): void => undefined;

  /** Returns false for a known problem. */
  const report = (problem: Problem): boolean => {
    // Each problem is reported once, such as that of an observer that fails at every event.
    const key = JSON.stringify([problem.code, problem.message, problem.plugin]);
    if (reported.has(key)) return false;
    reported.add(key);
    problems.push(problem);
    return true;
  };
  const publish = (event: JobEvent): void => {
    if (isShallow(event)) Object.freeze(event);
    else deepFreeze(event);
    stream.push(event);
    // What observers report about a warning is only listed: an event for it could lead to reports without end.
    hooks.notify(event, event.type === "warning" ? listObserved : reportObserved);
  };
  let isClosed = false;
  /** Lists a problem of an observer; after the end of the job, logs it. Returns whether it is a new one in the list. */
  const listObserved = (problem: Problem): boolean => {
    if (!isClosed) return report(problem);
    host.loggerFor(problem.plugin).warn(problem.message, { ...problem });
    return false;
  };
  const publishWarning = (problem: Problem): void => {
    publish({ type: "warning", problem, jobId: state.jobId, batch: state.batch });
  };
  const reportObserved = (problem: Problem): void => {
    if (listObserved(problem)) publishWarning(problem);
  };
  const dispatch = (input: JobInput): void => {
    const step = reduce(state, input);
    state = step.state;
    step.events.forEach(publish);
    if (isLeft()) abort("The generation was left to its backend");
  };
  const abort = (reason: string): void => {
    controller.abort(new DOMException(reason, "AbortError"));
  };
  const hasEnded = (): boolean => state.phase === "ended";
  const isOnBackend = (): boolean => state.phase === "queued" || state.phase === "running";
  let isLeaving = false;
  const isLeft = (): boolean => isLeaving && isOnBackend();
  /**
   * Whether the prompt is on the backend. The prompt of an attached job is there before the job has read its record.
   */
  const isThere = (): boolean =>
    isOnBackend() || (options.attachedTo !== undefined && state.phase === "building");
  let onOpened = (): void => undefined;
  const opened = new Promise<void>((resolve) => (onOpened = resolve));

  /** Cancels a prompt that the backend has. */
  const cancelThere = async (promptId: string): Promise<void> => {
    const { clock } = host;
    await withTimeout(clock, cancelLimitMs, Promise.race([opened, done]), () => undefined);
    if (backend === undefined) {
      if (!hasEnded()) report(cancelUnconfirmed(promptId, "the backend could not be opened in time"));
      abort("The backend was not opened");
      return;
    }
    await cancelPrompt(promptId, {
      ...{ backend, clock, lifetime, background, hasEnded, abort, report },
      ended: done,
      isOnBackend: isThere,
      refreshRecord: () => {
        refreshRecord();
      },
    });
  };

  const cancelJob = async (includesPrompt: boolean): Promise<void> => {
    const isFirst = !state.cancelling && !hasEnded();
    if (isFirst) dispatch({ type: "cancel" });
    const promptId = state.promptId ?? options.attachedTo;
    if (isFirst && includesPrompt && !options.isDetached && promptId !== undefined && isThere())
      await cancelThere(promptId);
    else if (isFirst) abort("The generation was cancelled");
    await done;
  };
  const leave = async (): Promise<void> => {
    if (!state.cancelling && !hasEnded()) {
      isLeaving = true;
      dispatch({ type: "cancel" });
      if (isUnsubmitted(state)) abort("The generation was left before its submission");
    }
    await done;
  };
  const stop = () => cancelJob(options.ownsPrompts);
  const onAbort = (): void => {
    void stop();
  };
  const run: JobRun = {
    state: () => state,
    dispatch,
    signal: controller.signal,
    report,
    warn: (problem) => {
      if (report(problem)) publishWarning(problem);
    },
    isLeft,
    publish: (output) => {
      publish({ type: "output", output, jobId: state.jobId, batch: output.batch });
    },
    setBackend: (given) => {
      backend = given;
      onOpened();
    },
    setRecordRefresh: (refresh) => (refreshRecord = refresh),
    fail: (thrown) => {
      dispatch(endingOf(thrown, state, controller.signal));
    },
  };

  const done = Promise.resolve()
    .then(() => hooks.prepareObservers(reportObserved))
    .then(() => {
      if (options.ownsPrompts) publish({ type: "job", state: "building", jobId: state.jobId, batch: 0 });
      if (options.signal?.aborted) onAbort();
      options.signal?.addEventListener("abort", onAbort, { once: true });
      return work(run);
    })
    .then((value) => {
      options.signal?.removeEventListener("abort", onAbort);
      isClosed = true;
      stream.end();
      return { value, state, problems };
    });
  const forceStop = (): void => {
    const { promptId } = state;
    if (options.ownsPrompts && !options.isDetached && promptId !== undefined && isOnBackend())
      report(cancelUnconfirmed(promptId, "the program stopped waiting for its end"));
    abort("The kernel was disposed");
  };
  const cancel = () => cancelJob(true);
  return { jobId: state.jobId, events: stream.events, cancel, leave, stop, done, forceStop };
}
