// Time and chance as dependencies, so that tests can hold them.

export interface Clock {
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** A number from 0 up to 1, as Math.random. */
  chance(): number;
}

export const realClock: Clock = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
  chance: Math.random,
};
