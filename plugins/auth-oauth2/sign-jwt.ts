// Signs a JSON Web Token in its compact form (RFC 7515 section 3.1).

import { webcrypto } from "node:crypto";

/** What the Web Crypto API needs besides the key. The salt of RSASSA-PSS is as long as the hash (RFC 7518 section 3.5). */
const signParameters = {
  RS256: { name: "RSASSA-PKCS1-v1_5" },
  PS256: { name: "RSA-PSS", saltLength: 32 },
  ES256: { name: "ECDSA", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
} as const;

/** The asymmetric algorithms: neither `none` nor one with a shared secret. */
export type JwtAlgorithm = keyof typeof signParameters;

type Members = Readonly<Record<string, unknown>>;

const encode = (members: Members): string => Buffer.from(JSON.stringify(members)).toString("base64url");

/** Members that are undefined are left out. */
export async function signJwt(
  algorithm: JwtAlgorithm,
  header: Members,
  claims: Members,
  key: webcrypto.CryptoKey,
): Promise<string> {
  const input = `${encode({ alg: algorithm, ...header })}.${encode(claims)}`;
  const signature = await webcrypto.subtle.sign(signParameters[algorithm], key, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}
