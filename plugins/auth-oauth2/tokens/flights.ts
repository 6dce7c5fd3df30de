// Work that many callers wait for and that is done once.

/** Settles as `work` does, unless the signal is aborted first: then only this one stops waiting. */
function waiting<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", leave);
    });
  });
}

export interface Flights<T> {
  /** Joins the work that is under way for the key, or starts it. It goes on when its callers leave. */
  join(key: string, start: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  /** Settles when nothing is under way any more. Never rejects. */
  landed(): Promise<void>;
}

export function createFlights<T>(): Flights<T> {
  const flying = new Map<string, Promise<T>>();
  return {
    async join(key, start, signal) {
      signal?.throwIfAborted();
      let flight = flying.get(key);
      if (flight === undefined) {
        flight = start().finally(() => flying.delete(key));
        flying.set(key, flight);
      }
      return waiting(flight, signal);
    },
    async landed() {
      await Promise.allSettled(flying.values());
    },
  };
}
