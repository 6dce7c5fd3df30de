// Work that several callers need at the same time runs once for all of them.

import { raceAbort } from "./waiting.js";

/** Runs `work`, or joins the run that is already under way for the same key. */
/** Settles as the run does. When `signal` is aborted, only this caller stops waiting; the run continues. */
export type SingleFlight<Result> = (
  key: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/** Creates a single flight of its own keys. A run that has settled is forgotten: the next call starts anew. */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work, signal) => {
    let run = running.get(key);
    if (run === undefined) {
      run = work().finally(() => running.delete(key));
      running.set(key, run);
      // A caller that has stopped waiting does not hear of a rejection.
      run.catch(() => undefined);
    }
    return raceAbort(signal, run);
  };
}
