// Proof keys for the code exchange (RFC 7636): S256 only, one per flow, never stored.

import { createHash, randomBytes } from "node:crypto";

export interface ProofKey {
  /** Goes into the token request and nowhere else. */
  readonly verifier: string;
  /** Goes into the authorization URL. */
  readonly challenge: string;
}

/** BASE64URL(SHA-256(ASCII(verifier))), RFC 7636 section 4.2. */
export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier, "ascii").digest("base64url");

/** A new verifier of 32 random bytes, 43 characters (RFC 7636 section 4.1), with its challenge. */
export function createProofKey(): ProofKey {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: challengeOf(verifier) };
}
