// The signature methods (RFC 5849 sections 3.4.2 to 3.4.4). The RFC has SHA-1 only; services use the other hashes in
// the same way.

import { createHmac, sign, type KeyObject } from "node:crypto";
import { percentEncode } from "@pictor/kernel/plugin";
import type { Oauth1Settings } from "./settings.gen.js";

type Method = Oauth1Settings["signatureMethod"];
export type RsaMethod = Extract<Method, `RSA-${string}`>;

export type SignatureKey =
  | {
      readonly method: Exclude<Method, RsaMethod>;
      readonly consumerSecret: string;
      readonly tokenSecret: string;
    }
  | { readonly method: RsaMethod; readonly privateKey: KeyObject };

export const isRsa = (method: Method): method is RsaMethod => method.startsWith("RSA-");

/** The hash of a method, as Node names it. PLAINTEXT has none. */
export const hashOf = (method: Exclude<Method, "PLAINTEXT">): string =>
  method.slice(method.indexOf("-") + 1).toLowerCase();

/** The value of `oauth_signature`, not encoded. */
export function signatureOf(key: SignatureKey, baseString: string): string {
  if ("privateKey" in key)
    return sign(hashOf(key.method), Buffer.from(baseString), key.privateKey).toString("base64");
  const secrets = `${percentEncode(key.consumerSecret)}&${percentEncode(key.tokenSecret)}`;
  if (key.method === "PLAINTEXT") return secrets;
  return createHmac(hashOf(key.method), secrets).update(baseString).digest("base64");
}
