// Imports the private key that signs client assertions (RFC 7523 section 3) from PEM.

import { createPrivateKey, webcrypto } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Fields } from "../setting.js";

type Algorithm = Fields["algorithm"];

const importParameters: Readonly<
  Record<Algorithm, webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | { readonly name: string }>
> = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  EdDSA: { name: "Ed25519" },
};

/** The smallest key that RFC 7518 allows (sections 3.3 and 3.5). */
const minRsaBits = 2_048;

/** Parses the key. Errors of the parser are dropped, because they may quote the key. */
function parsePem(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem.trim());
  } catch {
    return undefined;
  }
}

/** Imports the key. Settles with the key, or with a sentence about the problem that contains no part of the key. */
export async function importAssertionKey(
  pem: string,
  algorithm: Algorithm,
): Promise<{ readonly key: webcrypto.CryptoKey } | { readonly problem: string }> {
  if (pem.trim() === "") return { problem: "it is empty, but private_key_jwt signs with it" };
  const key = parsePem(pem);
  if (key === undefined) return { problem: "it is not an unencrypted private key in PEM (PKCS#8)" };
  if ((key.asymmetricKeyDetails?.modulusLength ?? minRsaBits) < minRsaBits)
    return { problem: `its RSA modulus is shorter than ${minRsaBits} bits` };
  try {
    const der = key.export({ type: "pkcs8", format: "der" });
    const parameters = importParameters[algorithm];
    return { key: await webcrypto.subtle.importKey("pkcs8", der, parameters, false, ["sign"]) };
  } catch {
    return { problem: `it is not a key for ${algorithm}` };
  }
}
