// Time that the test moves on, in the middle of every jitter.

import { createFakeClock } from "@pictor/kernel/testing";
import type { FakeClock } from "@pictor/kernel/testing";
import type { Clock } from "./clock.js";

export interface MovedClock extends FakeClock, Clock {
  /** Settles once a pause before the next attempt to reconnect has begun, and lets it pass. */
  passPause(): Promise<void>;
}

/** The middle of the first pause. Milliseconds. */
const firstPauseMs = 187.5;

export function movedClock(): MovedClock {
  const clock = createFakeClock();
  let begun = 0;
  let waiting: () => void = () => undefined;
  return {
    ...clock,
    chance: () => 0.5,
    after(ms, callback) {
      if (ms === firstPauseMs) {
        begun++;
        waiting();
      }
      return clock.after(ms, callback);
    },
    async passPause() {
      if (begun === 0) await new Promise<void>((resolve) => (waiting = resolve));
      begun--;
      await clock.advance(1_000);
    },
  };
}
