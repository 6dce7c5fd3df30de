// What one hook call buys beside tapable, piece by piece: a deadline, and a signal.

import { realClock } from "../kernel/base/clock.js";
import { CallSignal, createDeadline } from "../kernel/hooks/deadline.js";

const ignore = (): void => undefined;
const callerSignal = new AbortController().signal;

/** The life of a call that can be aborted, whose handler does not read the signal. */
function followedCall(outer: AbortSignal | undefined): CallSignal {
  const call = new CallSignal(outer);
  call.interruptWith(ignore);
  call.clearInterrupt();
  call.release();
  return call;
}

function deadlineOf30Seconds(): void {
  const deadline = createDeadline(realClock, 30_000, ignore);
  deadline.start();
  deadline.stop();
}

/** Name to a function that does the piece once. */
export const hookParts: Readonly<Record<string, () => unknown>> = {
  "a timer of Node, set and cleared": () => {
    realClock.after(30_000, ignore)();
  },
  "a deadline, started and stopped": deadlineOf30Seconds,
  "an AbortController of Node": () => new AbortController().signal,
  "CallSignal with a caller's signal": () => followedCall(callerSignal),
  "  ... read by the handler": () => followedCall(callerSignal).signal,
  "CallSignal without a caller's signal": () => followedCall(undefined),
};
