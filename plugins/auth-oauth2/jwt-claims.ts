// Decodes the claims of a JSON Web Token (RFC 7519) without verifying them.

import { isRecord } from "@pictor/kernel/plugin";

export type Claims = Readonly<Record<string, unknown>>;

/** The claims of a signed token; undefined if it is encrypted or malformed. */
export function decodeClaims(token: string): Claims | undefined {
  const [, claims, signature, ...more] = token.split(".");
  if (claims === undefined || signature === undefined || more.length > 0) return undefined;
  try {
    const value = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as unknown;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
