// A clock for tests, which stands still until the test advances it.

import type { Clock } from "@pictor/kernel";

/** A clock that the test advances. */
export interface FakeClock extends Clock {
  /**
   * Advances by `ms` milliseconds and runs due callbacks in order; the consequences of each callback settle before the
   * next one runs. Resolves when no callback is due any more.
   */
  advance(ms: number): Promise<void>;
  /** Number of callbacks that are still waiting. Zero after everything was disposed. */
  pending(): number;
}

/** Lets promises settle and immediate input and output arrive. Does not wait for timers of the real clock. */
export async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Callbacks at one time after which something is set again and again without a wait. */
const mostAtOneTime = 1_000;

/** `startMs` is in milliseconds since 1970; default 0. */
export function createFakeClock(startMs = 0): FakeClock {
  let now = startMs;
  const waiting = new Map<object, { readonly dueMs: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const key = {};
      // Timers take whole milliseconds. A fraction of one could vanish beside a large time, which would never advance.
      waiting.set(key, { dueMs: now + Math.ceil(ms), callback });
      return () => {
        waiting.delete(key);
      };
    },
    async advance(ms) {
      const untilMs = now + ms;
      await settlePromises();
      let atOneTime = 0;
      for (;;) {
        const [next] = [...waiting].sort(([, a], [, b]) => a.dueMs - b.dueMs);
        if (next === undefined || next[1].dueMs > untilMs) break;
        const [key, { dueMs, callback }] = next;
        waiting.delete(key);
        atOneTime = dueMs > now ? 0 : atOneTime + 1;
        if (atOneTime > mostAtOneTime)
          throw new Error(
            `${mostAtOneTime} callbacks were due at one time: one sets itself again without a wait.`,
          );
        now = Math.max(now, dueMs);
        callback();
        await settlePromises();
      }
      now = untilMs;
    },
    pending: () => waiting.size,
  };
}
