// Signs one token (RFC 7519) with its own `jti`, so that no two tokens are the same.

import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { SigningKey } from "@pictor/signing-keys";
import type { Claims } from "./setting.js";
import type { JwtSettings } from "./settings.gen.js";
import type { SignedToken } from "./token-cache.js";

export async function signToken(
  { algorithm, keyId, tokenType, lifetimeSeconds }: JwtSettings,
  { key, keyId: ownKeyId }: SigningKey,
  claims: Claims,
  nowMs: number,
): Promise<SignedToken> {
  const kid = keyId === "" ? ownKeyId : keyId;
  const issuedAt = Math.floor(nowMs / 1000);
  const expiresAt = issuedAt + lifetimeSeconds;
  const text = await new SignJWT({ ...claims, jti: randomUUID() })
    .setProtectedHeader({
      alg: algorithm,
      ...(tokenType !== "" && { typ: tokenType }),
      ...(kid !== undefined && { kid }),
    })
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { text, signedAtMs: nowMs, expiresAtMs: expiresAt * 1000 };
}
