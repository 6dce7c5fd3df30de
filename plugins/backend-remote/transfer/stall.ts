// Ends an exchange in which nothing moves any more.

import type { Clock } from "../clock.js";

export interface StallWatch {
  /** Aborted when nothing moved in time, with what `stalled` made, and with the signal given from outside. */
  readonly signal: AbortSignal;
  /** What ended it, when that was a stall. */
  readonly stalled: () => Error | undefined;
  /** The other side has so many milliseconds for its next move, from now on. */
  expect(ms: number): void;
  /** It is not its turn. */
  rest(): void;
  /** Final: frees what still hangs on the signal. */
  end(): void;
}

export function stallWatch(
  clock: Pick<Clock, "after">,
  outer: AbortSignal,
  fault: (ms: number) => Error,
): StallWatch {
  const own = new AbortController();
  let stalled: Error | undefined;
  let cancel = (): void => undefined;
  const rest = (): void => {
    cancel();
    cancel = () => undefined;
  };
  return {
    signal: AbortSignal.any([outer, own.signal]),
    stalled: () => stalled,
    rest,
    expect(ms) {
      cancel();
      cancel = clock.after(ms, () => {
        stalled = fault(ms);
        own.abort(stalled);
      });
    },
    end() {
      rest();
      own.abort(new Error("ended"));
    },
  };
}
