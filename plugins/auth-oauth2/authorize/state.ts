// Random values that bind an authorization response to its request, and their comparison.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits as 43 URL-safe characters, for `state` (RFC 6749 section 10.12), `nonce` and one-time paths. */
export const randomValue = (): string => randomBytes(32).toString("base64url");

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares in a time that reveals neither a common prefix nor the length of the expected text. */
export const equalsInConstantTime = (received: string, expected: string): boolean =>
  timingSafeEqual(digest(received), digest(expected));
