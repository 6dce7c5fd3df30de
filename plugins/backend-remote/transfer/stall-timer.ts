// Aborts an exchange in which the other side makes no progress.
//
//   idle --start(ms)--> running --ms have passed--> stalled: the signal is aborted with the stall's error
//    ^                    |  ^
//    +------stop()--------+  +-- start(ms) begins again

import { linkedController, type Clock } from "@pictor/kernel/plugin";

export type StallTimer = ReturnType<typeof createStallTimer>;

const exchangeOver = new DOMException("The exchange is over", "AbortError");

/** `createError` builds the error of a stall; each of `outer` aborts the exchange too. */
export function createStallTimer(
  clock: Pick<Clock, "after">,
  createError: (ms: number) => Error,
  ...outer: readonly (AbortSignal | undefined)[]
) {
  const { controller, release } = linkedController(...outer);
  const signal: AbortSignal = controller.signal;
  let stallError: Error | undefined;
  let cancelTimer = (): void => undefined;
  const stop = (): void => {
    cancelTimer();
    cancelTimer = () => undefined;
  };
  return {
    /** The signal that is aborted by a stall, and by each of the outer signals. */
    signal,
    /** The error of the stall, if there was one. */
    stallError: () => stallError,
    /** Stops the timer until the next `start`. */
    stop,
    /** Starts, or restarts, the timer: the other side must make progress within so many milliseconds. */
    start(ms: number) {
      cancelTimer();
      cancelTimer = clock.after(ms, () => {
        stallError = createError(ms);
        controller.abort(stallError);
      });
    },
    /**
     * Ends the timer finally: removes the listeners from the outer signals and aborts `signal`, so that nothing keeps
     * listening to it.
     */
    dispose() {
      stop();
      release();
      controller.abort(exchangeOver);
    },
  };
}
