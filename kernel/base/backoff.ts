// How long to wait before a retry.

const shortestMs = 250;

const longestMs = 10_000;

/** Milliseconds before try number `attempt` (from 0): doubling, and spread so that jobs do not come back all at once. */
export const backoffMs = (attempt: number, random: () => number = Math.random): number =>
  Math.min(longestMs, shortestMs * 2 ** attempt) * (0.5 + random() / 2);
