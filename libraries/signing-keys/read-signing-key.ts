// Reads a signing key from text: PEM (PKCS#8, PKCS#1, SEC 1), a private JWK (RFC 7517), or the shared secret of HS256.

import { createPrivateKey, webcrypto, type JsonWebKey, type KeyObject } from "node:crypto";
import { foundInstead, keyText, objectIn } from "./key-text.js";
import { importParameters, minRsaBits, minSecretBytes, type SigningAlgorithm } from "./algorithms.js";

export interface SigningKey {
  /** Signs with the algorithm; cannot be exported. */
  readonly key: webcrypto.CryptoKey;
  /** The member `kid` of a JWK. */
  readonly keyId?: string;
  /** A weakness that does not prevent signing, as the predicate of a sentence. */
  readonly weakness?: string;
}

/** The key, or why there is none, as the predicate of a sentence that contains no part of the text. */
export type SigningKeyResult = SigningKey | { readonly problem: string };

type Jwk = Readonly<Record<string, unknown>>;

const privateKeyOf = (text: string, jwk: Jwk | undefined): KeyObject | undefined => {
  try {
    return createPrivateKey(jwk === undefined ? text : { key: jwk as JsonWebKey, format: "jwk" });
  } catch {
    return undefined;
  }
};

const keyIdOf = ({ kid }: Jwk): { readonly keyId?: string } =>
  typeof kid === "string" && kid !== "" ? { keyId: kid } : {};

/** Why a JWK must not sign with the algorithm (RFC 7517 sections 4.2 to 4.4). */
function jwkProblem({ use, key_ops: operations, alg }: Jwk, algorithm: SigningAlgorithm): string | undefined {
  // Ed25519 is the newer name of EdDSA with this curve (RFC 9864).
  const named = alg === "Ed25519" ? "EdDSA" : alg;
  if (typeof named === "string" && named !== algorithm)
    return `it is a JWK for ${named}, not for ${algorithm}`;
  if (typeof use === "string" && use !== "sig") return "it is a JWK that is not for signatures (use)";
  if (Array.isArray(operations) && !operations.includes("sign"))
    return "it is a JWK that must not sign (key_ops)";
  return undefined;
}

async function readSecret(bytes: Uint8Array): Promise<SigningKeyResult> {
  if (bytes.length === 0) return { problem: "it is empty" };
  const key = await webcrypto.subtle.importKey("raw", bytes, importParameters.HS256, false, ["sign"]);
  return bytes.length >= minSecretBytes
    ? { key }
    : { key, weakness: `it has less than ${8 * minSecretBytes} bits, which RFC 7518 requires for HS256` };
}

async function readSharedSecret(text: string, jwk: Jwk | undefined): Promise<SigningKeyResult> {
  if (text.trim().startsWith("-----BEGIN "))
    return { problem: "it is a key in PEM, but HS256 signs with a shared secret" };
  if (jwk?.["kty"] === undefined) return readSecret(Buffer.from(text, "utf8"));
  const { kty, k } = jwk;
  if (kty !== "oct" || typeof k !== "string") return { problem: "it is not a JWK of a shared secret (oct)" };
  const found = await readSecret(Buffer.from(k, "base64url"));
  return "key" in found ? { ...found, ...keyIdOf(jwk) } : found;
}

async function readPrivateKey(
  text: string,
  jwk: Jwk | undefined,
  algorithm: SigningAlgorithm,
): Promise<SigningKeyResult> {
  const object = privateKeyOf(text, jwk);
  if (object === undefined)
    return {
      problem: `it is neither an unencrypted private key in PEM nor a private key as JWK${foundInstead(text)}`,
    };
  if ((object.asymmetricKeyDetails?.modulusLength ?? minRsaBits) < minRsaBits)
    return { problem: `its RSA modulus is shorter than ${minRsaBits} bits` };
  try {
    const der = object.export({ type: "pkcs8", format: "der" });
    const key = await webcrypto.subtle.importKey("pkcs8", der, importParameters[algorithm], false, ["sign"]);
    return { key, ...(jwk && keyIdOf(jwk)) };
  } catch {
    return { problem: `it is not a key for ${algorithm}` };
  }
}

/**
 * Reads the key of an algorithm. What environment files do to PEM and JWK does not matter (see `keyText`); the text of a
 * shared secret is taken as it is, in UTF-8.
 */
export async function readSigningKey(text: string, algorithm: SigningAlgorithm): Promise<SigningKeyResult> {
  const trimmed = algorithm === "HS256" ? text.trim() : keyText(text);
  if (trimmed === "") return { problem: "it is empty" };
  const jwk = objectIn(trimmed);
  const problem = jwk?.["kty"] === undefined ? undefined : jwkProblem(jwk, algorithm);
  if (problem !== undefined) return { problem };
  return algorithm === "HS256" ? readSharedSecret(text, jwk) : readPrivateKey(trimmed, jwk, algorithm);
}
