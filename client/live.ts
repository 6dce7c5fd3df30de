// Keeps a copy of the server's state, or of one job, at a client: reads snapshots, applies events, reconnects, and resumes.

import type { ApiEvent } from "./api.gen.js";
import type { Calls } from "./call.js";
import { applyToState, type LivePreview, type LiveState } from "./live-state.js";
import { watchSilence } from "./silence.js";

export type StreamedEvent = (ApiEvent | LivePreview) & { readonly seq?: number };

export interface LiveOptions {
  readonly calls: Pick<Calls, "entry" | "listJobs" | "listOperations" | "listQuestions" | "readJob">;
  /** The id of the only job that is followed; the state then has nothing else. Default: everything. */
  readonly job?: string;
  /**
   * Opens the events after the id `since`. The stream ends or throws when the connection is lost, and when the signal is aborted.
   * `heard` is called for everything that arrives, also for signs of life between the events.
   */
  readonly open: (since: string, signal: AbortSignal, heard: () => void) => AsyncIterable<StreamedEvent>;
  /** Waits before the next attempt to connect. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether an error is final, so that retrying is useless, such as a refused token. */
  readonly isFinal: (error: unknown) => boolean;
  /** Called when events arrive again, and when the connection is lost. */
  readonly onConnection?: (status: ConnectionStatus) => void;
  /**
   * Called for each event that arrives, when the state contains it: also for those that the state does not keep, such as `recall`
   * and `picture`. After `reset`, events may be missing: read again what the state does not have.
   */
  readonly onEvent?: (event: StreamedEvent) => void;
}

/**
 * Whether events arrive. `waiting`: the connection is lost; `untilMs`, in milliseconds since 1970, is the time of the
 * next attempt.
 */
export type ConnectionStatus =
  { readonly state: "open" } | { readonly state: "waiting"; readonly untilMs: number };

const firstDelayMs = 250;
const maxDelayMs = 10_000;
const pageSize = 100;

/** Reads the entries of all pages of a list, newest first. */
async function readPages<Page extends { readonly cursor?: string }, Entry>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page>,
  entriesOf: (page: Page) => readonly Entry[],
): Promise<readonly Entry[]> {
  let page = await read({ limit: pageSize });
  const all = [...entriesOf(page)];
  while (page.cursor !== undefined) {
    page = await read({ limit: pageSize, cursor: page.cursor });
    all.push(...entriesOf(page));
  }
  return all;
}

/** Entries by id, oldest first. */
const byId = <Entry extends { readonly id: string }>(newestFirst: readonly Entry[]) =>
  new Map([...newestFirst].reverse().map((entry) => [entry.id, entry]));

/**
 * Reads all snapshots, or that of one job. The event number is read first: later changes arrive again as events, which are
 * applied only once.
 */
async function readSnapshot({ calls, job }: LiveOptions, signal: AbortSignal): Promise<LiveState> {
  const { serverId, seq } = await calls.entry({ signal });
  const previews = new Map<string, LivePreview>();
  if (job !== undefined) {
    const jobs = byId([await calls.readJob({ params: { id: job }, signal })]);
    return { serverId, seq, previews, jobs, operations: new Map(), questions: new Map() };
  }
  const jobs = await readPages(
    (query) => calls.listJobs({ query, signal }),
    (page) => page.jobs,
  );
  const operations = await readPages(
    (query) => calls.listOperations({ query, signal }),
    (page) => page.operations,
  );
  const { questions } = await calls.listQuestions({ signal });
  return {
    serverId,
    seq,
    previews,
    jobs: byId(jobs),
    operations: byId(operations),
    questions: new Map(questions.map((question) => [question.id, question])),
  };
}

export class Live {
  /** Resolves when the connection is closed; rejects with an error that cannot be solved by retrying. */
  readonly closed: Promise<void>;
  readonly #options: LiveOptions;
  readonly #listeners = new Set<(state: LiveState) => void>();
  readonly #ended = new AbortController();
  #isOpen = false;
  #state: LiveState | undefined;
  #delayMs = firstDelayMs;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.closed = this.#run();
    // A caller that does not await `closed` must not cause an unhandled rejection.
    this.closed.catch(() => undefined);
  }

  /** The live state; undefined until the first snapshot is read. */
  get state(): LiveState | undefined {
    return this.#state;
  }

  /** Calls `listener` after each change. Returns the function that removes the listener. */
  subscribe(listener: (state: LiveState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#ended.abort();
  }

  async #run(): Promise<void> {
    const { isFinal, onConnection, wait } = this.#options;
    const { signal } = this.#ended;
    while (!this.#isClosed()) {
      try {
        await this.#follow();
      } catch (error) {
        if (!this.#isClosed() && isFinal(error)) throw error;
      }
      if (this.#isClosed()) return;
      this.#isOpen = false;
      onConnection?.({ state: "waiting", untilMs: Date.now() + this.#delayMs });
      await wait(this.#delayMs, signal);
      this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
    }
  }

  /** Runs one connection: reads a snapshot or resumes after the last event, and ends when the connection is lost. */
  async #follow(): Promise<void> {
    const { signal } = this.#ended;
    const from = this.#state ?? (await this.#readSnapshot());
    const connection = new AbortController();
    const silence = watchSilence(() => connection.abort());
    const heard = (): void => {
      silence.heard();
      this.#markOpen();
    };
    try {
      const both = AbortSignal.any([signal, connection.signal]);
      await this.#applyEvents(from, this.#options.open(`${from.serverId}:${from.seq}`, both, heard));
    } finally {
      silence.stop();
      connection.abort();
    }
  }

  /** Applies events until they end, or one of them says that some are missing. */
  async #applyEvents(from: LiveState, events: AsyncIterable<StreamedEvent>): Promise<void> {
    let current = from;
    for await (const event of events) {
      if (this.#isClosed()) return;
      this.#delayMs = firstDelayMs;
      const isReset = event.type === "reset";
      if (isReset) await this.#readSnapshot();
      else this.#change((current = applyToState(current, event)));
      this.#options.onEvent?.(event);
      if (isReset) return;
    }
  }

  async #readSnapshot(): Promise<LiveState> {
    const state = await readSnapshot(this.#options, this.#ended.signal);
    this.#change(state);
    return state;
  }

  #isClosed(): boolean {
    return this.#ended.signal.aborted;
  }

  #markOpen(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#options.onConnection?.({ state: "open" });
  }

  #change(next: LiveState): void {
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next);
  }
}
