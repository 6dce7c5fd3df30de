// Ends an exchange in which nothing moves any more.

import { abortedWith } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";

export interface StallWatch {
  /** Aborted when nothing moved in time, with the error of that, and with the signals given from outside. */
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

/** What still hangs on the signal of an exchange that is over is of no use to anybody. */
const over = new DOMException("The exchange is over", "AbortError");

/** `fault` makes the error of a stall; each of `outer` ends the exchange too. */
export function stallWatch(
  clock: Pick<Clock, "after">,
  fault: (ms: number) => Error,
  ...outer: readonly (AbortSignal | undefined)[]
): StallWatch {
  const { controller, letGo } = abortedWith(...outer);
  let stalled: Error | undefined;
  let cancel = (): void => undefined;
  const rest = (): void => {
    cancel();
    cancel = () => undefined;
  };
  return {
    signal: controller.signal,
    stalled: () => stalled,
    rest,
    expect(ms) {
      cancel();
      cancel = clock.after(ms, () => {
        stalled = fault(ms);
        controller.abort(stalled);
      });
    },
    end() {
      rest();
      letGo();
      controller.abort(over);
    },
  };
}
