// A running job, as what does its work sees it: its state, events and problems, its kernel and its backend.

import { randomUUID } from "node:crypto";
import {
  deepFreeze,
  errorOf,
  raceAbort,
  type BackendInstance,
  type Clock,
  type EarlierJob,
  type JobEvent,
  type Problem,
} from "@pictor/kernel";
import { EventStream } from "../state/event-stream.js";
import type { JobInput, JobState } from "../state/job-state.js";
import { reduce } from "../state/reducer.js";
import { startJob, type JobStart } from "../state/start-state.js";
import type { JobDependencies } from "./dependencies.js";
import { GuardedBackend } from "./guarded-backend.js";
import { JobTrace } from "./job-trace.js";

/** Whether a shallow freeze of the event suffices. The members of frequent events need no freezing. */
const isShallow = ({ type }: JobEvent): boolean =>
  type === "preview" || type === "progress" || type === "node" || type === "status";

function endingOf(thrown: unknown, { cancelling }: JobState, signal: AbortSignal): JobInput {
  if (cancelling && signal.aborted) return { type: "stopped" };
  const error = errorOf(thrown);
  return { type: error.code === "JOB_LOST" ? "lost" : "fault", error };
}

export interface RunStart extends JobStart {
  /** Default: the job is a new one. */
  readonly continues?: EarlierJob | undefined;
  /** The prompt of an attached job, which is on the backend before the job has read its record. */
  readonly attachedTo?: string;
}

/** The backend of a job, once it is open. */
export interface OpenedInstance {
  readonly instance: BackendInstance;
  readonly backend: GuardedBackend;
}

/** What others call by itself is a function in a field. */
export class JobRun {
  /** Aborted when the job must stop at once, without waiting for the backend. */
  readonly signal: AbortSignal;
  readonly deps: JobDependencies;
  readonly clock: Clock;
  /** Resolves to the backend of the job, to which a cancel is sent, when it is open. */
  readonly opened: Promise<GuardedBackend>;
  readonly problems: Problem[] = [];
  /** Undefined unless this process traces. */
  readonly trace: JobTrace | undefined;
  /** What follows the present prompt. A cancel that needs the outcome makes it read the record. */
  follower: { requestReading(): void } | undefined;
  /** The index of the first output of the job. */
  readonly firstOutput: number;
  readonly #attachedTo: string | undefined;
  readonly #stream = new EventStream();
  readonly #controller = new AbortController();
  readonly #reported = new Set<string>();
  #noteOpened: (backend: GuardedBackend) => void = () => undefined;
  #state: JobState;
  #isLeaving = false;
  #isClosed = false;

  constructor(start: RunStart, deps: JobDependencies) {
    this.deps = deps;
    this.clock = deps.host.clock;
    this.#attachedTo = start.attachedTo;
    const { jobId = randomUUID(), nextOutput = 0 } = start.continues ?? {};
    this.#state = startJob(jobId, start, start.continues);
    this.firstOutput = nextOutput;
    this.signal = this.#controller.signal;
    this.trace = deps.tracing && new JobTrace(deps.tracing, this.#state.jobId);
    this.opened = new Promise((resolve) => (this.#noteOpened = resolve));
  }

  get events(): AsyncIterable<JobEvent> {
    return this.#stream.events;
  }

  readonly state = (): JobState => this.#state;

  readonly dispatch = (input: JobInput): void => {
    const step = reduce(this.#state, input);
    this.#state = step.state;
    for (const event of step.events) this.publish(event);
    if (this.isLeft()) this.abort("The generation was left to its backend");
  };

  /** Lists a problem. Returns false for a known one, such as that of an observer that fails at every event. */
  readonly report = (problem: Problem): boolean => {
    const key = JSON.stringify([problem.code, problem.message, problem.plugin]);
    if (this.#reported.has(key)) return false;
    this.#reported.add(key);
    this.problems.push(problem);
    return true;
  };

  /** Like `report`, with an event. */
  readonly warn = (problem: Problem): void => {
    if (this.report(problem)) this.#publishWarning(problem);
  };

  /** Ends the work at once. */
  readonly abort = (reason: string): void => {
    this.#controller.abort(new DOMException(reason, "AbortError"));
  };

  readonly hasEnded = (): boolean => this.#state.phase === "ended";

  /** The present prompt, or the one that the job is attached to. */
  get promptId(): string | undefined {
    return this.#state.promptId ?? this.#attachedTo;
  }

  /** Whether the prompt is queued or running, or is one that an attached job has not read yet. */
  isOnBackend(): boolean {
    const { phase } = this.#state;
    const isReading = this.#attachedTo !== undefined && phase === "building";
    return phase === "queued" || phase === "running" || isReading;
  }

  /** From now on, the job stops as soon as its prompt is on the backend, where the prompt continues. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Whether the job stops but its prompt continues on the backend. */
  readonly isLeft = (): boolean => this.#isLeaving && this.isOnBackend();

  /** Opens the backend of the job. Its calls end when the job is stopped. */
  async open(name: string | undefined): Promise<OpenedInstance> {
    const { instance, backend: opened } = await raceAbort(this.signal, this.deps.openBackend(name));
    const { clock, signal } = this;
    const backend = new GuardedBackend(opened, { clock, signal, name: instance.name });
    this.#noteOpened(backend);
    return { instance, backend };
  }

  /** Ends the job with the ending that corresponds to a thrown value, unless its policy says that the batch is tried again. */
  readonly fail = (thrown: unknown): void => {
    this.dispatch(endingOf(thrown, this.#state, this.signal));
  };

  /** Ends the events. */
  close(): void {
    this.#isClosed = true;
    this.#stream.end();
  }

  publish(event: JobEvent): void {
    if (isShallow(event)) Object.freeze(event);
    else deepFreeze(event);
    this.#stream.push(event);
    this.trace?.observe(event);
    // What observers report about a warning is only listed: an event for it could lead to reports without end.
    this.deps.hooks.notify(event, event.type === "warning" ? this.#listObserved : this.reportObserved);
  }

  readonly reportObserved = (problem: Problem): void => {
    if (this.#listObserved(problem)) this.#publishWarning(problem);
  };

  /** Lists a problem of an observer; after the end of the job, logs it. Returns whether it is a new one in the list. */
  readonly #listObserved = (problem: Problem): boolean => {
    if (!this.#isClosed) return this.report(problem);
    this.deps.host.loggerFor(problem.plugin).warn(problem.message, { ...problem });
    return false;
  };

  #publishWarning(problem: Problem): void {
    const { jobId, batch } = this.#state;
    this.publish({ type: "warning", problem, jobId, batch });
  }
}
