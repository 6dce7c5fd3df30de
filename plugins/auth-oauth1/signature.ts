// The signature methods (RFC 5849 sections 3.4.2 to 3.4.4). HMAC-SHA256 is not in the RFC; services use it in the same way.

import { createHmac, sign, type KeyObject } from "node:crypto";
import { percentEncode } from "@pictor/kernel/plugin";

export type SignatureKey =
  | {
      readonly method: "HMAC-SHA1" | "HMAC-SHA256" | "PLAINTEXT";
      readonly consumerSecret: string;
      readonly tokenSecret: string;
    }
  | { readonly method: "RSA-SHA1"; readonly privateKey: KeyObject };

const hashes = { "HMAC-SHA1": "sha1", "HMAC-SHA256": "sha256" } as const;

/** The value of `oauth_signature`, not encoded. */
export function signatureOf(key: SignatureKey, baseString: string): string {
  if (key.method === "RSA-SHA1")
    return sign("sha1", Buffer.from(baseString), key.privateKey).toString("base64");
  const secrets = `${percentEncode(key.consumerSecret)}&${percentEncode(key.tokenSecret)}`;
  if (key.method === "PLAINTEXT") return secrets;
  return createHmac(hashes[key.method], secrets).update(baseString).digest("base64");
}
