// The provider as the protocol library wants to know it.

import { clockSkew } from "oauth4webapi";
import type { AuthorizationServer, Client } from "oauth4webapi";
import type { Fields } from "../setting.js";
import type { Wire } from "./types.js";

/** Microsoft's documents for several tenants have a template in place of the tenant. */
const tenantTemplate =
  /^https:\/\/(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)\/\{tenantid\}\//;

/**
 * The issuer that an answer must name: the setting's. One that is a template stands for the tenant `tenant`; it is
 * honoured for Microsoft's own hosts only, because elsewhere it would let any issuer pass.
 */
export const expectedIssuer = ({ issuer }: Fields, tenant: unknown): string =>
  tenantTemplate.test(issuer) &&
  typeof tenant === "string" &&
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(tenant)
    ? issuer.replace("{tenantid}", tenant)
    : issuer;

/**
 * Metadata (RFC 8414 section 2) from the setting's fields and the endpoints in use. Where no single issuer is known, the
 * token URL stands for it: the library needs one, and it is the next best audience of an assertion (RFC 7523 section 3).
 */
export const authorizationServer = (
  { issuer, tokenUrl }: Fields,
  endpoints: Omit<AuthorizationServer, "issuer"> = {},
): AuthorizationServer => ({
  ...endpoints,
  issuer: issuer === "" || tenantTemplate.test(issuer) ? tokenUrl.trim() : issuer,
});

/** The library reads the system's clock; this makes it ours. */
export const clientOf = ({ clientId }: Fields, { clock }: Wire): Client => ({
  client_id: clientId,
  [clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
});
