// Classifies a token by its remaining lifetime.

/** Times in milliseconds since 1970. */
export interface Lifetime {
  readonly obtainedAtMs: number;
  /** Time of expiry; null if the provider sent no lifetime. */
  readonly expiresAtMs: number | null;
}

/** `stale`: still valid, but due for renewal. `unknown`: without an expiry; the token is used until it is rejected. */
export type Freshness = "fresh" | "stale" | "expired" | "unknown";

const maxMarginMs = 60_000;

/**
 * A token is stale in its last 60 seconds, or in the last tenth of a shorter lifetime. It is also stale if it seems to
 * have been obtained in the future: the clock was set back, so its age is unknown.
 */
export function freshness({ obtainedAtMs, expiresAtMs }: Lifetime, nowMs: number): Freshness {
  if (expiresAtMs === null) return "unknown";
  if (nowMs >= expiresAtMs) return "expired";
  const marginMs = Math.min(maxMarginMs, (expiresAtMs - obtainedAtMs) / 10);
  const isFresh = nowMs < expiresAtMs - marginMs && nowMs >= obtainedAtMs - maxMarginMs;
  return isFresh ? "fresh" : "stale";
}
