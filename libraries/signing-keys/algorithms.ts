// The signature algorithms (RFC 7518 section 3.1, RFC 8037 section 3.1), and what the Web Crypto API calls them.

import type { webcrypto } from "node:crypto";

export const signingAlgorithms = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "HS256"] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

export type ImportParameters =
  | webcrypto.RsaHashedImportParams
  | webcrypto.EcKeyImportParams
  | webcrypto.HmacImportParams
  | { readonly name: string };

export const importParameters: Readonly<Record<SigningAlgorithm, ImportParameters>> = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  ES384: { name: "ECDSA", namedCurve: "P-384" },
  EdDSA: { name: "Ed25519" },
  HS256: { name: "HMAC", hash: "SHA-256" },
};

/** The smallest RSA modulus in bits that RFC 7518 allows (sections 3.3 and 3.5). */
export const minRsaBits = 2_048;
/** The smallest secret in bytes that RFC 7518 allows for HS256 (section 3.2). */
export const minSecretBytes = 32;
