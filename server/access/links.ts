// Signed links: addresses that work for a limited time without the header Authorization, for <img src>.
//
//   /v1/pictures/ID/thumbnail?size=512&link=EXPIRES.TOKENID.HMAC

import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "@pictor/kernel";
import { isSameDigest } from "./new-token.js";

/** The parameter of the query that has the signature. */
export const linkParameter = "link";

export type LinkVerification =
  | { readonly kind: "none" }
  /** The signature does not match the address. */
  | { readonly kind: "refused" }
  | { readonly kind: "expired" }
  /**
   * The link is valid. `tokenId` is the id of the token whose holder requested the link; when the token ends, so does
   * the link.
   */
  | { readonly kind: "valid"; readonly tokenId: string };

/** The text that is signed besides the time and the token id: the path and the rest of the query. */
function targetOf({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  rest.delete(linkParameter);
  return rest.size === 0 ? pathname : `${pathname}?${rest.toString()}`;
}

const linkForm = /^(\d{1,15})\.([\w-]{1,100})\.([\w-]{43})$/;

/** The key lives as long as the server, so links end with it. */
export class Links {
  readonly #clock: Clock;
  readonly #key = randomBytes(32);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the path and the query of `address` with a signature. `expiresAtMs` is in milliseconds since 1970. */
  sign(address: URL, tokenId: string, expiresAtMs: number): string {
    const target = targetOf(address);
    const expires = String(Math.floor(expiresAtMs));
    const signature = this.#signatureOf(expires, tokenId, target);
    const separator = target.includes("?") ? "&" : "?";
    return `${target}${separator}${linkParameter}=${expires}.${tokenId}.${signature}`;
  }

  read(address: URL): LinkVerification {
    const [link, ...others] = address.searchParams.getAll(linkParameter);
    if (link === undefined) return { kind: "none" };
    const [, expires, tokenId, signature = ""] = linkForm.exec(link) ?? [];
    if (others.length > 0 || expires === undefined || tokenId === undefined) return { kind: "refused" };
    if (!isSameDigest(signature, this.#signatureOf(expires, tokenId, targetOf(address))))
      return { kind: "refused" };
    return Number(expires) <= this.#clock.now() ? { kind: "expired" } : { kind: "valid", tokenId };
  }

  #signatureOf(expires: string, tokenId: string, target: string): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([expires, tokenId, target]))
      .digest("base64url");
  }
}
