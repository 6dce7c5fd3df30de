// The answer to a Digest challenge (RFC 7616 section 3.4): what is hashed, and how each parameter is written.

import { createHash } from "node:crypto";
import type { Offer } from "./offer.js";

/** What an answer vouches for: the request line alone, or the body too. Without a qop it is that of RFC 2069. */
export type Protection =
  | { readonly qop: undefined | "auth" }
  /** Hexadecimal hash of the body, or of nothing where there is none. */
  | { readonly qop: "auth-int"; readonly bodyHash: string };

/** User name and password as binary strings (one character per byte), as header values are. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Subject {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly uri: string;
  readonly cnonce: string;
  /** How many requests were signed with this nonce, this one included. */
  readonly count: number;
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** `ext-value` of RFC 5987 section 3.2.1, from UTF-8 bytes. */
const extended = (bytes: string): string =>
  `UTF-8''${bytes.replace(
    /[^\w!#$&+\-.^`|~]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  )}`;

/** The value of `Authorization`. A sender may quote some parameters only, and must quote others (section 3.4). */
export function authorization(
  offer: Offer,
  { username, password }: Credentials,
  { method, uri, cnonce, count }: Subject,
  protection: Protection,
): string {
  const { realm, nonce, opaque, algorithm, userhash } = offer;
  const { qop } = protection;
  const hash = (...parts: readonly string[]): string =>
    createHash(offer.hash).update(parts.join(":"), "latin1").digest("hex");

  const secret = hash(username, realm, password);
  const key = offer.isSession ? hash(secret, nonce, cnonce) : secret;
  const subject = qop === "auth-int" ? hash(method, uri, protection.bodyHash) : hash(method, uri);
  const nc = count.toString(16).padStart(8, "0");
  const response = qop === undefined ? hash(key, nonce, subject) : hash(key, nonce, nc, cnonce, qop, subject);

  const isPlain = userhash || !offer.isUtf8 || /^[ -~]*$/.test(username);
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
