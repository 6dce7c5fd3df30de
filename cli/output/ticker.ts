// The clock that animates progress lines; tests replace it.

export interface Ticker {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Calls `tick` at this interval; the returned function stops it. */
  every(intervalMs: number, tick: () => void): () => void;
}

/** The ticker of the system; its timers do not keep the process alive. */
export const realTicker: Ticker = {
  now: () => performance.now(),
  every(intervalMs, tick) {
    const timer = setInterval(tick, intervalMs).unref();
    return () => clearInterval(timer);
  },
};
