// The cost of the parts that a hook call has besides tapable: a deadline, and a signal.

import { realClock } from "../kernel/base/clock.js";
import { CallSignal, createDeadline } from "../kernel/hooks/deadline.js";

const ignore = (): void => undefined;
const callerSignal = new AbortController().signal;

/** Creates and ends the signal of a call that can be aborted, whose handler does not read it. */
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

/** For each part, a function that runs it once. */
export const hookParts: Readonly<Record<string, () => unknown>> = {
  "a timer of Node, set and cleared": () => realClock.after(30_000, ignore)(),
  "a deadline, started and stopped": deadlineOf30Seconds,
  "an AbortController of Node": () => new AbortController().signal,
  "CallSignal with a caller's signal": () => followedCall(callerSignal),
  "  ... read by the handler": () => followedCall(callerSignal).signal,
  "CallSignal without a caller's signal": () => followedCall(undefined),
};
