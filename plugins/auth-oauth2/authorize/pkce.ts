// Proof Key for Code Exchange (RFC 7636): the method S256 only, a new code verifier for each sign-in, never stored.

import { createHash, randomBytes } from "node:crypto";

export interface ProofKey {
  /** The code verifier, which only the token request contains. */
  readonly codeVerifier: string;
  /** The code challenge, which the authorization request contains. */
  readonly codeChallenge: string;
}

/** BASE64URL(SHA-256(ASCII(codeVerifier))), RFC 7636 section 4.2. */
export const codeChallengeOf = (codeVerifier: string): string =>
  createHash("sha256").update(codeVerifier, "ascii").digest("base64url");

/** A new code verifier of 32 random bytes, 43 characters (RFC 7636 section 4.1), with its code challenge. */
export function createProofKey(): ProofKey {
  const codeVerifier = randomBytes(32).toString("base64url");
  return { codeVerifier, codeChallenge: codeChallengeOf(codeVerifier) };
}
