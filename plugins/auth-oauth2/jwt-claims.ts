// Decodes the header and the claims of a JSON Web Token (RFC 7519) without verifying them.

import { isRecord } from "@pictor/kernel/plugin";

export type Claims = Readonly<Record<string, unknown>>;

function decodePart(part: string): Claims | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as unknown;
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The algorithm in the header (RFC 7515 section 4.1.1); undefined if there is none. */
export function algorithmOf(token: string): string | undefined {
  const algorithm = decodePart(token.split(".", 1)[0] ?? "")?.["alg"];
  return typeof algorithm === "string" ? algorithm : undefined;
}

/** The claims of a signed token; undefined if it is encrypted or malformed. */
export function decodeClaims(token: string): Claims | undefined {
  const [, claims, signature, ...more] = token.split(".");
  if (claims === undefined || signature === undefined || more.length > 0) return undefined;
  return decodePart(claims);
}
