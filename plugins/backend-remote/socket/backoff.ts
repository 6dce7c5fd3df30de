// How long to wait before the next attempt to reconnect.

const firstMs = 250;
/** The longest pause between two attempts. Milliseconds. */
export const longestPauseMs = 10_000;

/**
 * Exponential back-off with jitter: half of the pause is fixed and half is chance, so that many clients of one
 * restarted server do not come back together. `failures` counts the attempts since the last connection that lasted.
 */
export const pauseMs = (failures: number, chance: number): number =>
  Math.min(longestPauseMs, firstMs * 2 ** failures) * (0.5 + chance / 2);
