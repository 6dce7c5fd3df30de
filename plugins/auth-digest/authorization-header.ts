// Computes the header Authorization for a Digest challenge (RFC 7616 section 3.4).

import { createHash } from "node:crypto";
import type { DigestChallenge } from "./digest-challenge.js";

/** The quality of protection (qop): `auth` covers the request line, `auth-int` the body too. Undefined as in RFC 2069. */
export type Protection =
  | { readonly qop: undefined | "auth" }
  /** Hexadecimal hash of the body; without a body, the hash of an empty text. */
  | { readonly qop: "auth-int"; readonly bodyHash: string };

/** User name and password as binary strings (one character per byte), like header values. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The part of a request that its credentials cover. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly uri: string;
  readonly cnonce: string;
  /** Number of requests that were signed with the nonce, including this one. */
  readonly nonceCount: number;
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** `ext-value` of RFC 5987 section 3.2.1, from UTF-8 bytes. */
const extended = (bytes: string): string =>
  `UTF-8''${bytes.replace(
    /[^\w!#$&+\-.^`|~]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  )}`;

/** The header's value. RFC 7616 section 3.4 defines which parameters must be quoted, and which must not. */
export function authorizationHeader(
  challenge: DigestChallenge,
  { username, password }: Credentials,
  { method, uri, cnonce, nonceCount }: SignedRequest,
  protection: Protection,
): string {
  const { realm, nonce, opaque, algorithm, userhash } = challenge;
  const { qop } = protection;
  const hash = (...parts: readonly string[]): string =>
    createHash(challenge.hash).update(parts.join(":"), "latin1").digest("hex");

  const secret = hash(username, realm, password);
  const key = challenge.isSession ? hash(secret, nonce, cnonce) : secret;
  const signed = qop === "auth-int" ? hash(method, uri, protection.bodyHash) : hash(method, uri);
  const nc = nonceCount.toString(16).padStart(8, "0");
  const response = qop === undefined ? hash(key, nonce, signed) : hash(key, nonce, nc, cnonce, qop, signed);

  const isPlain = userhash || !challenge.isUtf8 || /^[ -~]*$/.test(username);
  const name = quote(userhash ? hash(username, realm) : username);
  return `Digest ${[
    isPlain ? `username=${name}` : `username*=${extended(username)}`,
    `realm=${quote(realm)}`,
    `uri=${quote(uri)}`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    `nonce=${quote(nonce)}`,
    ...(qop === undefined ? [] : [`nc=${nc}`, `cnonce=${quote(cnonce)}`, `qop=${qop}`]),
    `response=${quote(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(userhash ? ["userhash=true"] : []),
  ].join(", ")}`;
}
