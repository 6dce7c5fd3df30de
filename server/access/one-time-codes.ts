// Codes that can be exchanged once, within a time limit: for the first visit of a page, and for the handshake of a WebSocket.

import { randomBytes } from "node:crypto";
import { keepNewest, type Clock } from "@pictor/kernel";
import { tokenDigest } from "./new-token.js";

const maxCodes = 1_000;

/** Each code is valid for `lifetimeMs`. If there are too many codes, the oldest are deleted. */
export class OneTimeCodes<Value> {
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  /**
   * The codes by their digests. Because digests are compared, the time of a lookup does not reveal how many characters
   * of a guessed code are right.
   */
  readonly #codes = new Map<string, { readonly value: Value; readonly expiresAtMs: number }>();

  constructor(clock: Clock, lifetimeMs: number) {
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Creates a code for a value. */
  issue(value: Value): string {
    const code = randomBytes(32).toString("base64url");
    this.#codes.set(tokenDigest(code), { value, expiresAtMs: this.#clock.now() + this.#lifetimeMs });
    keepNewest(this.#codes, maxCodes);
    return code;
  }

  /** Returns the value of a code and invalidates the code; undefined for a code that is unknown, used or expired. */
  redeem(code: string): Value | undefined {
    const digest = tokenDigest(code);
    const found = this.#codes.get(digest);
    this.#codes.delete(digest);
    return found === undefined || found.expiresAtMs < this.#clock.now() ? undefined : found.value;
  }
}
