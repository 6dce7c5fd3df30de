// The private key that signs a client assertion, from PEM to a key for one algorithm.

import { createPrivateKey, webcrypto } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Fields } from "../setting.js";

type Algorithm = Fields["algorithm"];

const imports: Readonly<
  Record<Algorithm, webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | { readonly name: string }>
> = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  EdDSA: { name: "Ed25519" },
};

/** RFC 7518 sections 3.3 and 3.5. */
const minRsaBits = 2_048;

function parsed(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem.trim());
  } catch {
    return undefined;
  }
}

/** A key, or what is wrong with it, without anything of it. Errors of the parser are left behind: they may quote it. */
export async function assertionKey(
  pem: string,
  algorithm: Algorithm,
): Promise<{ readonly key: webcrypto.CryptoKey } | { readonly problem: string }> {
  if (pem.trim() === "") return { problem: "it is empty, and private_key_jwt signs with it" };
  const key = parsed(pem);
  if (key === undefined) return { problem: "it is no unencrypted private key in PEM (PKCS#8)" };
  if ((key.asymmetricKeyDetails?.modulusLength ?? minRsaBits) < minRsaBits) {
    return { problem: `its modulus has less than ${minRsaBits} bits` };
  }
  try {
    const der = key.export({ type: "pkcs8", format: "der" });
    return { key: await webcrypto.subtle.importKey("pkcs8", der, imports[algorithm], false, ["sign"]) };
  } catch {
    return { problem: `it is not a key for ${algorithm}` };
  }
}
