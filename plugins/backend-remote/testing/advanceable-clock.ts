// A clock that the test advances; random numbers are always 0.5, so that jitter is always the mean.

import { createFakeClock, type FakeClock } from "@pictor/host/testing";
import type { JitterClock } from "../base/jitter-clock.js";

export interface AdvanceableClock extends FakeClock, JitterClock {
  /** Waits until the pause before a reconnect has begun, and lets it pass. */
  passReconnectPause(): Promise<void>;
}

/** The first pause before a reconnect, with mean jitter. Milliseconds. */
const firstPauseMs = 187.5;

export function advanceableClock(): AdvanceableClock {
  const clock = createFakeClock();
  let pendingPauses = 0;
  let onPause: () => void = () => undefined;
  return {
    ...clock,
    random: () => 0.5,
    after(ms, callback) {
      if (ms === firstPauseMs) {
        pendingPauses++;
        onPause();
      }
      return clock.after(ms, callback);
    },
    async passReconnectPause() {
      if (pendingPauses === 0) await new Promise<void>((resolve) => (onPause = resolve));
      pendingPauses--;
      await clock.advance(1_000);
    },
  };
}
