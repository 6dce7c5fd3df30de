// A DPoP proof (RFC 9449 section 4.2): a JWT that shows possession of a key for one method, one address and one token.

import { createHash, randomUUID } from "node:crypto";
import { httpUrl } from "@pictor/kernel/plugin";
import { signJwt } from "../sign-jwt.js";
import type { DpopKey } from "./dpop-key.js";

export interface ProofParts {
  readonly method: string;
  /** The address of the request. A WebSocket handshake is an HTTP request (RFC 6455 section 4.1). */
  readonly url: string;
  /** The access token that the request carries; undefined for a token request. */
  readonly accessToken?: string | undefined;
  /** The latest nonce of the server. */
  readonly nonce?: string | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The address without query and fragment (RFC 9449 section 4.2). */
function targetOf(url: string): string {
  const { origin, pathname } = httpUrl(url);
  return `${origin}${pathname}`;
}

/** The value of the header `DPoP`. Each proof has an identifier of its own, so a server accepts it once. */
export function dpopProof(
  key: DpopKey,
  { method, url, accessToken, nonce, nowMs }: ProofParts,
): Promise<string> {
  const { algorithm, publicJwk, privateKey } = key;
  const claims = {
    jti: randomUUID(),
    htm: method,
    htu: targetOf(url),
    iat: Math.floor(nowMs / 1_000),
    ath: accessToken && createHash("sha256").update(accessToken, "ascii").digest("base64url"),
    nonce,
  };
  return signJwt(algorithm, { typ: "dpop+jwt", jwk: publicJwk }, claims, privateKey);
}
