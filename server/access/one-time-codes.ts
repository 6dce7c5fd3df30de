// Codes that can be exchanged once, within a time limit: for the first visit of a page, and for the handshake of a WebSocket.

import { randomBytes } from "node:crypto";
import type { Clock } from "@pictor/host";
import { tokenDigest } from "./new-token.js";

export interface OneTimeCodes<Value> {
  /** A new code for a value. */
  issue(value: Value): string;
  /** The value of a code, which is used up; undefined for a code that is unknown, used or expired. */
  redeem(code: string): Value | undefined;
}

const maxCodes = 1_000;

/** `lifetimeMs` is how long a code is valid. The oldest codes make room for new ones. */
export function createOneTimeCodes<Value>(clock: Clock, lifetimeMs: number): OneTimeCodes<Value> {
  /** By digest, so that looking up a code takes the same time whichever characters of it are right. */
  const codes = new Map<string, { readonly value: Value; readonly expiresAtMs: number }>();
  return {
    issue(value) {
      const code = randomBytes(32).toString("base64url");
      codes.set(tokenDigest(code), { value, expiresAtMs: clock.now() + lifetimeMs });
      for (const digest of codes.keys()) {
        if (codes.size <= maxCodes) break;
        codes.delete(digest);
      }
      return code;
    },
    redeem(code) {
      const digest = tokenDigest(code);
      const found = codes.get(digest);
      codes.delete(digest);
      return found === undefined || found.expiresAtMs < clock.now() ? undefined : found.value;
    },
  };
}
