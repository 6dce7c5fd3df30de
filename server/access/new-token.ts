// Random credentials, and the comparison of their digests.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits. The prefix lets scanners of repositories recognize a token that was committed by mistake. */
export const newToken = (): string => `pictor_${randomBytes(32).toString("base64url")}`;

/** SHA-256 of a token, in hexadecimal digits. */
export const tokenDigest = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Compares two digests in constant time. */
export const isSameDigest = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Replaces tokens in a text, such as a path that contains one by mistake. */
export const withoutTokens = (text: string): string => text.replaceAll(/pictor_[\w-]{43}/g, "***");
