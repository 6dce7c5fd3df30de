// Random values that bind an answer to its flow, and how they are compared.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits as 43 URL-safe characters: for `state` (RFC 6749 section 10.12), `nonce` and one-time paths. */
export const randomText = (): string => randomBytes(32).toString("base64url");

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares without telling by its duration how much matches, or how long the expected text is. */
export const sameText = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
