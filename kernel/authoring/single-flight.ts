// Single flight: concurrent calls with the same key share one run.

import { raceAbort } from "../base/waiting.js";

/**
 * Runs `work`, or joins the run that is already under way for the same key. Settles as the run does. When `signal` is
 * aborted, only this caller stops waiting; the run continues.
 */
export type SingleFlight<Result> = (
  key: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/** Each single flight has its own keys. A call after a run has settled starts a new run. */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work, signal) => {
    let run = running.get(key);
    if (run === undefined) {
      run = work().finally(() => running.delete(key));
      running.set(key, run);
      // Prevents an unhandled rejection when every caller has stopped waiting.
      run.catch(() => undefined);
    }
    return raceAbort(signal, run);
  };
}
