// Codes that can be exchanged once, within a time limit: for the first visit of a page, and for the handshake of a WebSocket.

import { randomBytes } from "node:crypto";
import { keepNewest, type Clock } from "@pictor/kernel";
import { tokenDigest } from "./new-token.js";

const maxCodes = 1_000;

/** Each code is valid for `lifetimeMs`. If there are too many codes, the oldest are deleted. */
export function createOneTimeCodes<Value>(clock: Clock, lifetimeMs: number) {
  /**
   * The codes by their digests. Because digests are compared, the time of a lookup does not reveal how many characters
   * of a guessed code are right.
   */
  const codes = new Map<string, { readonly value: Value; readonly expiresAtMs: number }>();
  return {
    /** Creates a code for a value. */
    issue(value: Value): string {
      const code = randomBytes(32).toString("base64url");
      codes.set(tokenDigest(code), { value, expiresAtMs: clock.now() + lifetimeMs });
      keepNewest(codes, maxCodes);
      return code;
    },
    /** Returns the value of a code and invalidates the code; undefined for a code that is unknown, used or expired. */
    redeem(code: string): Value | undefined {
      const digest = tokenDigest(code);
      const found = codes.get(digest);
      codes.delete(digest);
      return found === undefined || found.expiresAtMs < clock.now() ? undefined : found.value;
    },
  };
}

export type OneTimeCodes<Value> = ReturnType<typeof createOneTimeCodes<Value>>;
