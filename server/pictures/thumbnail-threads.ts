// A few threads that make thumbnails, so that decoding does not block the server. Each task has a time limit.

import type { Clock } from "@pictor/kernel";
import type { ThumbnailResult, ThumbnailTask } from "./make-thumbnail.js";
import type { ThumbnailThread } from "./spawn-thread.js";

export interface ThreadsOptions {
  readonly clock: Clock;
  readonly spawn: () => ThumbnailThread;
  /** Number of threads. Default 2. */
  readonly count?: number;
}

const maxWaiting = 1_000;
const limitMs = 20_000;
/** Milliseconds after which an idle thread is ended, because it holds the memory of its largest image. */
const idleMs = 30_000;

interface Work {
  readonly task: ThumbnailTask;
  settle(result: ThumbnailResult): void;
}

interface Running {
  readonly thread: ThumbnailThread;
  work?: Work | undefined;
  stopTimer: () => void;
}

const impossible = (reason: string): ThumbnailResult => ({ kind: "impossible", reason });

export class ThumbnailThreads {
  readonly #options: ThreadsOptions;
  readonly #waiting = new Set<Work>();
  readonly #running = new Set<Running>();
  #isClosed = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  /**
   * Runs a task. Resolves to undefined if too many tasks wait. Rejects with the reason of the signal if it is aborted
   * before the task has begun.
   */
  make(task: ThumbnailTask, signal: AbortSignal): Promise<ThumbnailResult> | undefined {
    if (this.#isClosed || this.#waiting.size >= maxWaiting) return undefined;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        if (this.#waiting.delete(work)) reject(signal.reason as Error);
      };
      const work: Work = {
        task,
        settle: (result) => {
          signal.removeEventListener("abort", abort);
          resolve(result);
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(work);
      if (signal.aborted) abort();
      else this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const work of this.#waiting) work.settle(impossible("the server ends"));
    this.#waiting.clear();
    const all = [...this.#running];
    for (const one of all) this.#end(one, "the server ends");
    await Promise.all(all.map(({ thread }) => thread.terminate()));
  }

  /** Begins tasks that wait while there are free threads. */
  #next(): void {
    const { count = 2 } = this.#options;
    for (const work of this.#waiting) {
      const free = [...this.#running].find((one) => one.work === undefined);
      if (this.#isClosed || (free === undefined && this.#running.size >= count)) return;
      this.#waiting.delete(work);
      this.#begin(free ?? this.#start(), work);
    }
  }

  #start(): Running {
    const { clock, spawn } = this.#options;
    const thread = spawn();
    const one: Running = { thread, stopTimer: () => undefined };
    const fail = (): void => {
      this.#end(one, "the decoder failed");
    };
    this.#running.add(one);
    thread.on("message", (result: ThumbnailResult) => {
      one.stopTimer();
      one.work?.settle(result);
      one.work = undefined;
      one.stopTimer = clock.after(idleMs, () => this.#end(one, ""));
      this.#next();
    });
    thread.on("error", fail);
    thread.on("exit", fail);
    thread.unref();
    return one;
  }

  #begin(one: Running, work: Work): void {
    one.stopTimer();
    one.work = work;
    one.stopTimer = this.#options.clock.after(limitMs, () =>
      this.#end(one, `it took longer than ${limitMs / 1000} seconds`),
    );
    one.thread.postMessage(work.task);
  }

  /** Ends a thread; its task fails with the reason. */
  #end(one: Running, reason: string): void {
    if (!this.#running.delete(one)) return;
    one.stopTimer();
    void one.thread.terminate();
    one.work?.settle(impossible(reason));
    this.#next();
  }
}
