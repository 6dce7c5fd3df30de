// Finds the token of a request and its holder.

import type { IncomingHttpHeaders } from "node:http";
import type { PictorError } from "@pictor/kernel";
import type { Credentials } from "../access/credentials.js";
import type { LinkVerification } from "../access/links.js";
import type { AttemptLimiter } from "../access/attempts.js";
import { fault } from "../contract/faults.js";
import { includesScope, type Caller, type Scope } from "@pictor/features/base";

/** The token in `Authorization: Bearer`; undefined without one. */
export function bearerOf(header: string | null | undefined): string | undefined {
  const [, token] = /^Bearer +([\w~+/.=-]+)$/i.exec(header ?? "") ?? [];
  return token;
}

/** Where a contributed API lets clients put the token, besides `Authorization: Bearer`. */
export type TokenPlace = "x-api-key" | "basic";

/** The password of Basic authentication (RFC 7617), with any user name. */
function basicPassword(header: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, "base64").toString();
  return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : undefined;
}

/** The token of a request to a contributed API. */
export function tokenOf(headers: IncomingHttpHeaders, places: readonly TokenPlace[]): string | undefined {
  const { authorization } = headers;
  const key = headers["x-api-key"];
  return (
    bearerOf(authorization) ??
    (places.includes("x-api-key") && typeof key === "string" ? key : undefined) ??
    (places.includes("basic") ? basicPassword(authorization) : undefined)
  );
}

/** Finds the holder of a credential. `address` is that of the client, whose wrong credentials are counted. */
export class Authentication {
  readonly #credentials: Credentials;
  readonly #attempts: AttemptLimiter;

  constructor(credentials: Credentials, attempts: AttemptLimiter) {
    this.#credentials = credentials;
    this.#attempts = attempts;
  }

  /**
   * Counts a wrong credential. Throws `API_TOO_MANY` after too many, else `error`. Called only after the credential was
   * looked up, so that a program with a wrong credential does not lock out the others: all programs of this machine
   * share an address.
   */
  refuse(what: "wrong tokens" | "wrong links" | "wrong codes", error: PictorError, address: string): never {
    const seconds = this.#attempts.waitOf(address);
    if (seconds > 0) throw fault("API_TOO_MANY", { what, seconds });
    this.#attempts.add(address);
    throw error;
  }

  /** The holder of a request's token. Rejects with `API_TOO_MANY`, `API_CREDENTIAL_MISSING` or `API_CREDENTIAL_REFUSED`. */
  async holderOf(token: string | undefined, address: string): Promise<Caller> {
    if (token === undefined) throw fault("API_CREDENTIAL_MISSING", {});
    const caller = await this.#credentials.holderOf(token);
    return caller ?? this.refuse("wrong tokens", fault("API_CREDENTIAL_REFUSED", {}), address);
  }

  /**
   * The holder of a signed link, which ends with its token. Rejects with `API_TOO_MANY`, `API_LINK_REFUSED` or
   * `API_LINK_EXPIRED`.
   */
  async holderOfLink(
    link: Exclude<LinkVerification, { readonly kind: "none" }>,
    address: string,
  ): Promise<Caller> {
    if (link.kind === "expired") throw fault("API_LINK_EXPIRED", {});
    const caller = link.kind === "valid" ? await this.#credentials.holderById(link.tokenId) : undefined;
    return caller ?? this.refuse("wrong links", fault("API_LINK_REFUSED", {}), address);
  }
}

/** Throws `API_SCOPE_MISSING` if the holder's token lacks the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!includesScope(caller.scopes, scope)) throw fault("API_SCOPE_MISSING", { scope });
}
