// A single flight that can be aborted: concurrent callers with the same key share one piece of work. The work is aborted when
// all callers cancel, and its progress is reported to every caller. (The kernel's single flight does neither.)

import { raceAbort } from "@pictor/kernel/plugin";

export interface Waiter<Progress> {
  readonly signal?: AbortSignal | undefined;
  /** Receives the progress that the work reports from now on. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Joins the work that runs for a key, or starts it. A failure rejects every waiting caller and is not cached. */
export type AbortableFlight<Value, Progress> = (
  key: string,
  work: (signal: AbortSignal, report: (progress: Progress) => void) => Promise<Value>,
  waiter?: Waiter<Progress>,
) => Promise<Value>;

interface RunningFlight<Value, Progress> {
  readonly abort: AbortController;
  readonly waiters: Set<Waiter<Progress>>;
  readonly result: Promise<Value>;
}

export function createAbortableFlight<Value, Progress = never>(): AbortableFlight<Value, Progress> {
  const flights = new Map<string, RunningFlight<Value, Progress>>();

  function start(
    key: string,
    work: Parameters<AbortableFlight<Value, Progress>>[1],
  ): RunningFlight<Value, Progress> {
    const abort = new AbortController();
    const waiters = new Set<Waiter<Progress>>();
    const report = (progress: Progress): void => {
      for (const { onProgress } of waiters) {
        try {
          onProgress?.(progress);
        } catch {
          // A progress callback that throws ends neither the work nor the reports to the other callers.
        }
      }
    };
    const result = work(abort.signal, report).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    // All callers may have cancelled, and then no caller handles the rejection.
    result.catch(() => undefined);
    const flight = { abort, waiters, result };
    flights.set(key, flight);
    return flight;
  }

  return async (key, work, caller = {}) => {
    caller.signal?.throwIfAborted();
    const flight = flights.get(key) ?? start(key, work);
    // Each waiter is a copy, so that a caller that passes the same object twice counts twice.
    const waiter = { ...caller };
    flight.waiters.add(waiter);
    try {
      return await raceAbort(caller.signal, flight.result);
    } finally {
      flight.waiters.delete(waiter);
      if (flight.waiters.size === 0 && flights.get(key) === flight) {
        flights.delete(key);
        flight.abort.abort(new Error("all callers have cancelled"));
      }
    }
  };
}
