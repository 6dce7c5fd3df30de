// A job's view of its backend. Calls end when the job is stopped or a time limit is exceeded, even if the backend ignores
// its signal.

import {
  raceAbort,
  type Backend,
  type BackendFacets,
  type BackendInfo,
  type CallOptions,
  type CancelOutcome,
  type Catalog,
  type CatalogOptions,
  type Clock,
  type InfoOptions,
  type InputFile,
  type OutputFile,
  type PromptState,
  type PromptSummary,
  type Receipt,
  type Submission,
  type SubmissionSnapshot,
  type SubmitOptions,
  type UploadOptions,
} from "@pictor/kernel";
import { promptLimits, withLimit } from "@pictor/prompt-life";

/** Milliseconds for most calls. */
const defaultLimitMs = 30_000;
/** Milliseconds for the catalog, which has megabytes, and which takes a while on a server that has just started. */
const catalogLimitMs = 180_000;

export interface Guard {
  readonly clock: Clock;
  /** Aborts when the job is stopped. */
  readonly signal: AbortSignal;
  /** The instance's name, for error messages. */
  readonly name: string;
}

type PromptsOptions = NonNullable<Parameters<Backend["prompts"]>[0]>;

/**
 * Limits the calls of a job. `cancel` goes on after the job was stopped, so that its prompt is stopped as well, and
 * `submit` is passed through, because a stopped job must still learn what became of a submission. File transfers have
 * no limit, and neither has the start of a managed server, which limits itself; the limit of the call that needs the
 * server counts from the end of the start. Every method is called on the backend itself, which may be an instance of a
 * class.
 */
export class GuardedBackend implements Backend {
  readonly #backend: Backend;
  readonly #guard: Guard;

  constructor(backend: Backend, guard: Guard) {
    this.#backend = backend;
    this.#guard = guard;
  }

  get facets(): BackendFacets {
    return this.#backend.facets;
  }

  info(options?: InfoOptions): Promise<BackendInfo> {
    return this.#within(defaultLimitMs, options, (limited) => this.#backend.info(limited));
  }

  async catalog(options?: CatalogOptions): Promise<Catalog> {
    await this.#startServer();
    return this.#within(catalogLimitMs, options, (limited) => this.#backend.catalog(limited));
  }

  embeddings(options?: CallOptions): Promise<readonly string[] | undefined> {
    return this.#within(defaultLimitMs, options, async (limited) => this.#backend.embeddings?.(limited));
  }

  async events(...[listener, options]: Parameters<Backend["events"]>): Promise<() => void> {
    await this.#startServer();
    let subscribing: Promise<() => void> | undefined;
    const subscribe = (limited: CallOptions): Promise<() => void> =>
      (subscribing = this.#backend.events(listener, limited));
    return this.#within(defaultLimitMs, options, subscribe).catch((error: unknown) => {
      // The caller has given up. If the backend subscribes later, this method unsubscribes, because nobody else would.
      subscribing?.then((unsubscribe) => unsubscribe()).catch(() => undefined);
      throw error;
    });
  }

  submit(submission: Submission, options?: SubmitOptions): Promise<Receipt> {
    return this.#backend.submit(submission, options);
  }

  cancel(promptId: string, options?: CallOptions): Promise<CancelOutcome> {
    const { clock, name } = this.#guard;
    const limit = { clock, ms: promptLimits.answerMs, signal: options?.signal, where: name };
    return withLimit(limit, (signal) => this.#backend.cancel(promptId, { ...options, signal }));
  }

  state(promptId: string, options?: CallOptions): Promise<PromptState> {
    return this.#within(promptLimits.answerMs, options, (limited) => this.#backend.state(promptId, limited));
  }

  prompts(options?: PromptsOptions): Promise<readonly PromptSummary[]> {
    return this.#within(defaultLimitMs, options, (limited) => this.#backend.prompts(limited));
  }

  fetchSubmission(promptId: string, options?: CallOptions): Promise<SubmissionSnapshot | undefined> {
    return this.#within(defaultLimitMs, options, (limited) =>
      this.#backend.fetchSubmission(promptId, limited),
    );
  }

  upload(file: InputFile, options?: UploadOptions): Promise<string> {
    return raceAbort(this.#guard.signal, this.#backend.upload(file, options));
  }

  fetchOutput(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array> {
    return this.#backend.fetchOutput(file, options);
  }

  close(): Promise<void> {
    return this.#backend.close();
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
    const { clock, signal, name } = this.#guard;
    const given = options?.signal;
    const either = given === undefined || given === signal ? signal : AbortSignal.any([signal, given]);
    return withLimit({ clock, ms, signal: either, where: name }, (limited) =>
      call({ ...options, signal: limited } as Options),
    );
  }

  async #startServer(): Promise<void> {
    const { signal } = this.#guard;
    const starting = this.#backend.facets.lifecycle?.start?.({ signal });
    if (starting !== undefined) await raceAbort(signal, starting);
  }
}
