// Delays of retries.

const shortestMs = 250;

const longestMs = 10_000;

/** Delay before retry number `attempt` (from 0), in milliseconds: exponential, with jitter. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number =>
  Math.min(longestMs, shortestMs * 2 ** attempt) * (0.5 + random() / 2);
