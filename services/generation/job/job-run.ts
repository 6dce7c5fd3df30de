// A running job, as the function that does its work sees it: its state, events and problems, its backend and its outputs.

import { randomUUID } from "node:crypto";
import {
  deepFreeze,
  errorOf,
  raceAbort,
  type Backend,
  type BackendInstance,
  type JobEvent,
  type NodeId,
  type Output,
  type Problem,
} from "@pictor/kernel";
import { GuardedBackend } from "../run/guarded-backend.js";
import { PromptFollower, type FollowerOptions } from "../run/prompt-follower.js";
import { EventStream } from "../state/event-stream.js";
import type { JobInput, JobState } from "../state/job-state.js";
import { reduce } from "../state/reducer.js";
import { startJob, type JobStart } from "../state/start-state.js";
import type { JobDependencies } from "./dependencies.js";
import { JobTrace } from "./job-trace.js";
import { OutputCollector, type JobOutputContext, type OutputSource } from "./output-collector.js";

/** Whether a shallow freeze of the event suffices. The members of frequent events need no freezing. */
const isShallow = ({ type }: JobEvent): boolean =>
  type === "preview" || type === "progress" || type === "node" || type === "status";

function endingOf(thrown: unknown, { cancelling }: JobState, signal: AbortSignal): JobInput {
  if (cancelling && signal.aborted) return { type: "stopped" };
  const error = errorOf(thrown);
  return { type: error.code === "JOB_LOST" ? "lost" : "fault", error };
}

/** What is followed, and where its files go. */
export interface Following extends FollowerOptions {
  readonly backend: Backend;
  readonly collector: OutputCollector;
  /** The batch that the files belong to. */
  readonly source: OutputSource;
}

/** What others call by itself is a function in a field. */
export class JobRun {
  /** Aborted when the job must stop at once, without waiting for the backend. */
  readonly signal: AbortSignal;
  /** Resolves to the backend of the job, to which a cancel is sent, when it is open. */
  readonly opened: Promise<Backend>;
  readonly problems: Problem[] = [];
  /** Undefined unless this process traces. */
  readonly trace: JobTrace | undefined;
  readonly #deps: JobDependencies;
  readonly #stream = new EventStream();
  readonly #controller = new AbortController();
  readonly #reported = new Set<string>();
  #noteOpened: (backend: Backend) => void = () => undefined;
  #state: JobState;
  #isLeaving = false;
  #isClosed = false;
  #collector: OutputCollector | undefined;
  #follower: PromptFollower | undefined;

  constructor(start: JobStart, deps: JobDependencies) {
    this.#deps = deps;
    this.#state = startJob(randomUUID(), start);
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

  /** As `report`, with an event. */
  readonly warn = (problem: Problem): void => {
    if (this.report(problem)) this.#publishWarning(problem);
  };

  /** Ends the work at once. */
  readonly abort = (reason: string): void => {
    this.#controller.abort(new DOMException(reason, "AbortError"));
  };

  readonly hasEnded = (): boolean => this.#state.phase === "ended";

  /** Whether the prompt is queued or running. */
  isOnBackend(): boolean {
    return this.#state.phase === "queued" || this.#state.phase === "running";
  }

  /** From now on, the job stops as soon as its prompt is on the backend, where the prompt continues. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Whether the job stops but its prompt continues on the backend. */
  readonly isLeft = (): boolean => this.#isLeaving && this.isOnBackend();

  /** Opens the backend of the job. Its calls end when the job is stopped. */
  async open(
    name: string | undefined,
  ): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }> {
    const { openBackend, host } = this.#deps;
    const { instance, backend: opened } = await raceAbort(this.signal, openBackend(name));
    const guard = { clock: host.clock, signal: this.signal, name: instance.name };
    const backend = new GuardedBackend(opened, guard);
    this.#noteOpened(backend);
    return { instance, backend };
  }

  /** Creates the collector of the outputs, which are the result of the job. */
  collect(backend: Backend, context: JobOutputContext): OutputCollector {
    const { signal, report } = this;
    const { hooks, host, background } = this.#deps;
    const publish = (output: Output): void => {
      this.publish({ type: "output", output, jobId: this.#state.jobId, batch: output.batch });
    };
    this.#collector = new OutputCollector({
      hooks,
      host,
      background,
      backend,
      context,
      signal,
      publish,
      report,
    });
    return this.#collector;
  }

  /** Resolves to the outputs when every file so far was handled. */
  async outputs(): Promise<readonly Output[]> {
    return (await this.#collector?.drain()) ?? [];
  }

  /** Creates the follower of the present prompt. `outputs` are the nodes whose files are collected. */
  follow(outputs: readonly NodeId[], { backend, collector, source, ...options }: Following): PromptFollower {
    const { signal, state, dispatch, report, warn } = this;
    const { clock } = this.#deps.host;
    this.#follower = new PromptFollower(outputs, {
      ...options,
      backend,
      clock,
      signal,
      state,
      dispatch,
      report,
      warn,
      onFile: (file, place) => {
        collector.add(file, place, source);
      },
      onMessageOutput: (output) => {
        collector.addMessage(output, source);
      },
      drain: () => collector.drain(),
    });
    return this.#follower;
  }

  /** Makes the follower of the present prompt read its record at once. */
  refreshRecord(): void {
    this.#follower?.requestReading();
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
    this.#deps.hooks.notify(event, event.type === "warning" ? this.#listObserved : this.reportObserved);
  }

  readonly reportObserved = (problem: Problem): void => {
    if (this.#listObserved(problem)) this.#publishWarning(problem);
  };

  /** Lists a problem of an observer; after the end of the job, logs it. Returns whether it is a new one in the list. */
  readonly #listObserved = (problem: Problem): boolean => {
    if (!this.#isClosed) return this.report(problem);
    this.#deps.host.loggerFor(problem.plugin).warn(problem.message, { ...problem });
    return false;
  };

  #publishWarning(problem: Problem): void {
    const { jobId, batch } = this.#state;
    this.publish({ type: "warning", problem, jobId, batch });
  }
}
