// Keeps signed tokens until shortly before they expire, so that requests to one origin share a token.

import { keepNewest, type Clock } from "@pictor/kernel/plugin";

/** Times in milliseconds since 1970. */
export interface SignedToken {
  readonly text: string;
  readonly signedAtMs: number;
  readonly expiresAtMs: number;
}

interface Entry {
  readonly token: Promise<SignedToken>;
  /** The request for which it was signed. */
  readonly requestId: string;
}

const maxTokens = 64;
const maxMarginMs = 60_000;

/**
 * Whether a token can be sent: not in its last 60 seconds, or in the last tenth of a shorter lifetime, and not if the clock
 * was set back since it was signed.
 */
export function isFresh({ signedAtMs, expiresAtMs }: SignedToken, nowMs: number): boolean {
  const marginMs = Math.min(maxMarginMs, (expiresAtMs - signedAtMs) / 10);
  return nowMs >= signedAtMs && nowMs < expiresAtMs - marginMs;
}

export interface TokenUse {
  /** Identifies the settings and the audience. */
  readonly key: string;
  readonly requestId: string;
  /** Whether the server refused the token that was sent. */
  readonly isRefused: boolean;
}

export function createTokenCache(clock: Pick<Clock, "now">) {
  const entries = new Map<string, Entry>();
  return {
    /**
     * The kept token, or a new one. Undefined if the server refused a token that was signed for the same request: another
     * one of the same key and claims would not help.
     */
    async get(
      { key, requestId, isRefused }: TokenUse,
      sign: () => Promise<SignedToken>,
    ): Promise<SignedToken | undefined> {
      const entry = entries.get(key);
      if (entry !== undefined && isRefused && entry.requestId === requestId) return undefined;
      if (entry !== undefined && !isRefused) {
        const token = await entry.token;
        if (isFresh(token, clock.now())) return token;
      }
      // Concurrent requests that found the same stale token share its successor.
      const current = entries.get(key);
      if (current !== undefined && current !== entry) return current.token;
      const token = sign();
      entries.delete(key);
      entries.set(key, { token, requestId });
      keepNewest(entries, maxTokens);
      token.catch(() => {
        if (entries.get(key)?.token === token) entries.delete(key);
      });
      return token;
    },
  };
}
