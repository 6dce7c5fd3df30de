// Work that several callers wait for: done once, and ended when the last of them gives up.

import { until } from "@pictor/kernel/plugin";

export interface Waiting<News> {
  readonly signal?: AbortSignal;
  /** Hears what the work tells from now on. */
  readonly hear?: ((news: News) => void) | undefined;
}

/** Joins the work under way for a key, or begins it. A failure is everyone's, and kept by nobody. */
export type SharedWork<Value, News> = (
  key: string,
  work: (signal: AbortSignal, tell: (news: News) => void) => Promise<Value>,
  waiting?: Waiting<News>,
) => Promise<Value>;

interface Running<Value, News> {
  readonly ending: AbortController;
  readonly waiting: Set<Waiting<News>>;
  readonly result: Promise<Value>;
}

export function sharedWork<Value, News = never>(): SharedWork<Value, News> {
  const all = new Map<string, Running<Value, News>>();

  function begin(key: string, work: Parameters<SharedWork<Value, News>>[1]): Running<Value, News> {
    const ending = new AbortController();
    const waiting = new Set<Waiting<News>>();
    const tell = (news: News): void => {
      for (const { hear } of waiting) {
        try {
          hear?.(news);
        } catch {
          // A listener that fails ends neither the work nor the telling of the others.
        }
      }
    };
    const result = work(ending.signal, tell).finally(() => {
      if (all.get(key) === running) all.delete(key);
    });
    // Its callers may all have gone.
    result.catch(() => undefined);
    const running = { ending, waiting, result };
    all.set(key, running);
    return running;
  }

  return async (key, work, given = {}) => {
    given.signal?.throwIfAborted();
    const running = all.get(key) ?? begin(key, work);
    const waiting = { ...given };
    running.waiting.add(waiting);
    try {
      return await until(given.signal, running.result);
    } finally {
      running.waiting.delete(waiting);
      if (running.waiting.size === 0 && all.get(key) === running) {
        all.delete(key);
        running.ending.abort(new Error("nobody waits for it any more"));
      }
    }
  };
}
