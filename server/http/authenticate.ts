// Finds the token of a request and who holds it.

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

export interface AuthenticateDependencies {
  readonly credentials: Credentials;
  readonly attempts: AttemptLimiter;
}

/**
 * Counts a wrong credential. Throws `API_TOO_MANY` after too many, else `error`. It is called only after the credential was
 * looked up, so that a program with a wrong one does not lock out the others: all programs of this machine share an address.
 */
export function refuseCredential(
  what: "wrong tokens" | "wrong links" | "wrong codes",
  error: PictorError,
  address: string,
  attempts: AttemptLimiter,
): never {
  const seconds = attempts.waitOf(address);
  if (seconds > 0) throw fault("API_TOO_MANY", { what, seconds });
  attempts.add(address);
  throw error;
}

/**
 * Finds the holder of a request's token. Rejects with `API_TOO_MANY`, `API_CREDENTIAL_MISSING` or
 * `API_CREDENTIAL_REFUSED`.
 */
export async function authenticate(
  token: string | undefined,
  address: string,
  { credentials, attempts }: AuthenticateDependencies,
): Promise<Caller> {
  if (token === undefined) throw fault("API_CREDENTIAL_MISSING", {});
  const caller = await credentials.holderOf(token);
  if (caller !== undefined) return caller;
  return refuseCredential("wrong tokens", fault("API_CREDENTIAL_REFUSED", {}), address, attempts);
}

/**
 * Finds the holder of a signed link, which ends with its token. Rejects with `API_TOO_MANY`, `API_LINK_REFUSED` or
 * `API_LINK_EXPIRED`.
 */
export async function authenticateLink(
  link: Exclude<LinkVerification, { readonly kind: "none" }>,
  address: string,
  { credentials, attempts }: AuthenticateDependencies,
): Promise<Caller> {
  if (link.kind === "expired") throw fault("API_LINK_EXPIRED", {});
  const caller = link.kind === "valid" ? await credentials.holderById(link.tokenId) : undefined;
  if (caller !== undefined) return caller;
  return refuseCredential("wrong links", fault("API_LINK_REFUSED", {}), address, attempts);
}

/** Throws `API_SCOPE_MISSING` if the holder's token lacks the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!includesScope(caller.scopes, scope)) throw fault("API_SCOPE_MISSING", { scope });
}
