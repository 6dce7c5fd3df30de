// A few threads that make thumbnails, so that decoding does not block the server. Each task has a time limit.

import type { Clock } from "@pictor/host";
import type { ThumbnailResult, ThumbnailTask } from "./make-thumbnail.js";
import type { ThumbnailThread } from "./spawn-thread.js";

export interface ThumbnailThreads {
  /**
   * Runs a task. Resolves to undefined if too many tasks wait. Rejects with the reason of the signal if it is aborted
   * before the task has begun.
   */
  make(task: ThumbnailTask, signal: AbortSignal): Promise<ThumbnailResult> | undefined;
  close(): Promise<void>;
}

export interface ThreadsOptions {
  readonly clock: Clock;
  readonly spawn: () => ThumbnailThread;
  /** Number of threads. Default 2. */
  readonly count?: number;
}

const maxWaiting = 1_000;
const limitMs = 20_000;
/** Milliseconds after which an idle thread is ended, because it keeps the memory of its largest image. */
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

export function createThumbnailThreads({ clock, spawn, count = 2 }: ThreadsOptions): ThumbnailThreads {
  const waiting = new Set<Work>();
  const running = new Set<Running>();
  let isClosed = false;

  /** Ends a thread; its task fails with the reason. */
  const end = (one: Running, reason: string): void => {
    if (!running.delete(one)) return;
    one.stopTimer();
    void one.thread.terminate();
    one.work?.settle(impossible(reason));
    next();
  };
  const begin = (one: Running, work: Work): void => {
    one.stopTimer();
    one.work = work;
    one.stopTimer = clock.after(limitMs, () => {
      end(one, `it took longer than ${limitMs / 1000} seconds`);
    });
    one.thread.postMessage(work.task);
  };
  const start = (): Running => {
    const thread = spawn();
    const one: Running = { thread, stopTimer: () => undefined };
    running.add(one);
    thread.on("message", (result: ThumbnailResult) => {
      one.stopTimer();
      one.work?.settle(result);
      one.work = undefined;
      one.stopTimer = clock.after(idleMs, () => {
        end(one, "");
      });
      next();
    });
    thread.on("error", () => {
      end(one, "the decoder failed");
    });
    thread.on("exit", () => {
      end(one, "the decoder failed");
    });
    thread.unref();
    return one;
  };
  function next(): void {
    for (const work of waiting) {
      const free = [...running].find((one) => one.work === undefined);
      if (isClosed || (free === undefined && running.size >= count)) return;
      waiting.delete(work);
      begin(free ?? start(), work);
    }
  }

  return {
    make(task, signal) {
      if (isClosed || waiting.size >= maxWaiting) return undefined;
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          if (waiting.delete(work)) reject(signal.reason as Error);
        };
        const work: Work = {
          task,
          settle: (result) => {
            signal.removeEventListener("abort", abort);
            resolve(result);
          },
        };
        signal.addEventListener("abort", abort, { once: true });
        waiting.add(work);
        if (signal.aborted) abort();
        else next();
      });
    },
    async close() {
      isClosed = true;
      for (const work of waiting) work.settle(impossible("the server ends"));
      waiting.clear();
      const all = [...running];
      for (const one of all) end(one, "the server ends");
      await Promise.all(all.map(({ thread }) => thread.terminate()));
    },
  };
}
