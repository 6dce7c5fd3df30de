// Time in the test's hand: a clock that stands still until it is told to advance.

import type { Clock } from "@pictor/kernel";

/** A clock for `createKernel({ clock })`, moved by the test. */
export interface FakeClock extends Clock {
  /**
   * Moves on by `ms` milliseconds, callback by callback in the order in which they are due; what each one sets off is
   * through before the next. Settles when nothing is due any more.
   */
  advance(ms: number): Promise<void>;
  /** How many callbacks still wait. Zero after everything was disposed. */
  pending(): number;
}

/** Promises settle and immediate input and output comes in; timers of the real clock are not waited for. */
export async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Starts at `startMs` (milliseconds since 1970; default 0). */
export function createFakeClock(startMs = 0): FakeClock {
  let now = startMs;
  const waiting = new Map<object, { readonly dueMs: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const key = {};
      waiting.set(key, { dueMs: now + ms, callback });
      return () => {
        waiting.delete(key);
      };
    },
    async advance(ms) {
      const untilMs = now + ms;
      await settlePromises();
      for (;;) {
        const [next] = [...waiting].sort(([, a], [, b]) => a.dueMs - b.dueMs);
        if (next === undefined || next[1].dueMs > untilMs) break;
        const [key, { dueMs, callback }] = next;
        waiting.delete(key);
        now = Math.max(now, dueMs);
        callback();
        await settlePromises();
      }
      now = untilMs;
    },
    pending: () => waiting.size,
  };
}
