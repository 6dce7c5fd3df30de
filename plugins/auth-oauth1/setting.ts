// The settings of one profile: the signature key and the protocol parameters. No error text repeats a value.

import { createPrivateKey, type KeyObject } from "node:crypto";
import { fault, type AuthSetting } from "@pictor/kernel/plugin";
import { foundInstead, keyText } from "@pictor/signing-keys";
import type { Parameter } from "./base-string.js";
import type { Oauth1Settings } from "./settings.gen.js";
import { isRsa, type SignatureKey } from "./signature.js";

/** The fields, which the kernel has checked against the manifest and completed with defaults. */
export const fieldsOf = ({ settings }: AuthSetting): Oauth1Settings => settings as unknown as Oauth1Settings;

export const invalid = (field: keyof Oauth1Settings, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `oauth1.${field}`, problem });

/** The required fields that are empty. Secrets may be empty, except that RSA needs its key. */
export function missingFields({
  consumerKey,
  signatureMethod,
  privateKey,
}: Oauth1Settings): readonly (keyof Oauth1Settings)[] {
  const needsKey = isRsa(signatureMethod) && privateKey.trim() === "";
  return [
    ...(consumerKey === "" ? ["consumerKey" as const] : []),
    ...(needsKey ? ["privateKey" as const] : []),
  ];
}

/** The RSA key in a PEM text. Errors of the parser are dropped, because they may quote the key. */
function rsaKeyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(keyText(pem));
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Throws `AUTH_NOT_CONFIGURED` and `AUTH_SETTING_INVALID`. */
export function keyOf(fields: Oauth1Settings): SignatureKey {
  const missing = missingFields(fields);
  if (missing.length > 0) throw fault("AUTH_NOT_CONFIGURED", { where: "oauth1", fields: missing.join(", ") });
  const { signatureMethod: method, consumerSecret, tokenSecret } = fields;
  if (!isRsa(method)) return { method, consumerSecret, tokenSecret };
  const privateKey = rsaKeyIn(fields.privateKey);
  if (privateKey === undefined)
    throw invalid(
      "privateKey",
      `it is not an unencrypted RSA private key in PEM${foundInstead(keyText(fields.privateKey))}`,
    );
  return { method, privateKey };
}

/** What the protocol parameters say about one request. */
export interface OfRequest {
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** The value of `oauth_body_hash`; empty if it is not sent. */
  readonly bodyHash: string;
}

/** The protocol parameters without the signature (RFC 5849 section 3.1). Empty ones are left out. */
export function protocolParameters(
  { consumerKey, token, signatureMethod, version, callback, verifier }: Oauth1Settings,
  { nonce, timestamp, bodyHash }: OfRequest,
): readonly Parameter[] {
  const all: readonly Parameter[] = [
    ["oauth_consumer_key", consumerKey],
    ["oauth_token", token],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", String(timestamp)],
    ["oauth_nonce", nonce],
    ["oauth_version", version ? "1.0" : ""],
    ["oauth_body_hash", bodyHash],
    ["oauth_callback", callback],
    ["oauth_verifier", verifier],
  ];
  return all.filter(([, value]) => value !== "");
}
