// How much longer a token can be used. Pure.

/** Milliseconds since 1970; `expiresAtMs` null where the server did not say. */
export interface Life {
  readonly obtainedAtMs: number;
  readonly expiresAtMs: number | null;
}

/** `stale`: still accepted, and time for another one. `unknown`: nobody said when it ends, so it is used. */
export type Freshness = "fresh" | "stale" | "expired" | "unknown";

const longestMarginMs = 60_000;

/**
 * A token is renewed 60 seconds before it ends, or in the last tenth of a shorter life. With more to live than it was
 * given, the clock was set back: its age is not known, and another token mends that.
 */
export function freshness({ obtainedAtMs, expiresAtMs }: Life, nowMs: number): Freshness {
  if (expiresAtMs === null) return "unknown";
  if (nowMs >= expiresAtMs) return "expired";
  const lifeMs = expiresAtMs - obtainedAtMs;
  const marginMs = Math.min(longestMarginMs, lifeMs / 10);
  const isFresh = nowMs < expiresAtMs - marginMs && nowMs >= obtainedAtMs - longestMarginMs;
  return isFresh ? "fresh" : "stale";
}
