// A job's view of its backend. Calls end when the job is stopped or a time limit is exceeded, even if the backend ignores
// its signal.

import { raceAbort, type Backend, type BackendFacets, type CallOptions, type Clock } from "@pictor/kernel";
import {
  catalogMsOf,
  promptLimits,
  subscribeWithin,
  untilStarted,
  withLimit,
  type Limit,
} from "@pictor/prompt-life";

/** Milliseconds for most calls. */
const defaultLimitMs = 30_000;

export interface Guard {
  readonly clock: Clock;
  /** Aborts when the job is stopped. */
  readonly signal: AbortSignal;
  /** The instance's name, for error messages. */
  readonly name: string;
}

/**
 * Limits the calls of a job. `cancel` goes on after the job was stopped, so that its prompt is stopped as well, and
 * `submit` is passed through, because a stopped job must still learn what became of a submission. File transfers have
 * no limit, and neither has the start of a managed server, which limits itself; the limit of the call that needs the
 * server counts from the end of the start. Every method is called on the backend itself, which may be an instance of a
 * class.
 */
export class GuardedBackend implements Backend {
  readonly info: Backend["info"] = (options) =>
    this.#within(defaultLimitMs, options, (limited) => this.#backend.info(limited));

  readonly embeddings: NonNullable<Backend["embeddings"]> = (options) =>
    this.#within(defaultLimitMs, options, async (limited) => this.#backend.embeddings?.(limited));

  readonly submit: Backend["submit"] = (...given) => this.#backend.submit(...given);

  readonly cancel: Backend["cancel"] = (promptId, options) => {
    const { clock, name } = this.#guard;
    const limit = { clock, ms: promptLimits.answerMs, signal: options?.signal, where: name };
    return withLimit(limit, (signal) => this.#backend.cancel(promptId, { ...options, signal }));
  };

  readonly state: Backend["state"] = (promptId, options) =>
    this.#within(promptLimits.answerMs, options, (limited) => this.#backend.state(promptId, limited));

  readonly prompts: Backend["prompts"] = (options) =>
    this.#within(defaultLimitMs, options, (limited) => this.#backend.prompts(limited));

  readonly fetchSubmission: Backend["fetchSubmission"] = (promptId, options) =>
    this.#within(defaultLimitMs, options, (limited) => this.#backend.fetchSubmission(promptId, limited));

  readonly upload: Backend["upload"] = (...given) =>
    raceAbort(this.#guard.signal, this.#backend.upload(...given));

  readonly fetchOutput: Backend["fetchOutput"] = (...given) => this.#backend.fetchOutput(...given);

  readonly close: Backend["close"] = () => this.#backend.close();

  readonly catalog: Backend["catalog"] = async (options) => {
    await untilStarted(this.#backend, this.#guard.signal);
    return this.#within(catalogMsOf(promptLimits), options, (limited) => this.#backend.catalog(limited));
  };

  readonly events: Backend["events"] = async (listener, options) => {
    await untilStarted(this.#backend, this.#guard.signal);
    return subscribeWithin(this.#limit(defaultLimitMs, options), (signal) =>
      this.#backend.events(listener, { ...options, signal }),
    );
  };

  readonly #backend: Backend;
  readonly #guard: Guard;

  constructor(backend: Backend, guard: Guard) {
    this.#backend = backend;
    this.#guard = guard;
  }

  get facets(): BackendFacets {
    return this.#backend.facets;
  }

  /** Makes a call that finds out what has become of a prompt, and whose answer is due at once. */
  ask<Result>(
    signal: AbortSignal,
    use: (backend: Backend, options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    return this.#within(promptLimits.answerMs, { signal }, (limited) => use(this.#backend, limited));
  }

  /** Makes a call with the same options and a signal that is also aborted after `ms`, or when the job is stopped. */
  #within<Options extends CallOptions, Result>(
    ms: number,
    options: Options | undefined,
    call: (limited: Options) => Promise<Result>,
  ): Promise<Result> {
    return withLimit(this.#limit(ms, options), (limited) => call({ ...options, signal: limited } as Options));
  }

  #limit(ms: number, options: CallOptions | undefined): Limit {
    const { clock, signal, name } = this.#guard;
    const given = options?.signal;
    const either = given === undefined || given === signal ? signal : AbortSignal.any([signal, given]);
    return { clock, ms, signal: either, where: name };
  }
}
