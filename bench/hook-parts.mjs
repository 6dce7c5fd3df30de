// What one hook call buys beside tapable, piece by piece: a deadline, and a signal.

import { CallSignal, startDeadline } from "../dist/kernel/hooks/deadline.js";
import { realClock } from "../dist/kernel/hooks/clock.js";

const quiet = () => undefined;
const callers = new globalThis.AbortController().signal;

/** A call that can be aborted, whose handler does not look at the signal. */
function guarded(outer) {
  const call = new CallSignal(outer);
  call.guard(quiet);
  call.unguard();
  call.release();
  return call;
}

function signalOf(outer) {
  const call = guarded(outer);
  return call.signal;
}

/** Name to a function that does the piece once. */
export const hookParts = {
  "a timer of Node, set and cleared": () => realClock.after(30_000, quiet)(),
  "startDeadline and stop": () => startDeadline(realClock, 30_000, quiet).stop(),
  "an AbortController of Node": () => new globalThis.AbortController().signal,
  "CallSignal, following the caller's": () => guarded(callers),
  "  ... and looked at": () => signalOf(callers),
  "CallSignal, no caller's signal": () => guarded(undefined),
};
