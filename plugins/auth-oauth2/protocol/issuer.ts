// Checks which issuer a response comes from (RFC 9207 section 2.4, OpenID Connect Core section 3.1.3.7).

import type { PictorError } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import { plainAscii } from "../plain-text.js";
import type { Fields } from "../setting.js";
import { isTenantTemplate, issuerOfTenant } from "./microsoft-tenants.js";

/** The issuer that a response must name: the one in the settings, with the tenant of the response in a template. */
export const expectedIssuer = ({ issuer }: Fields, tenant: unknown): string =>
  isTenantTemplate(issuer) ? issuerOfTenant(issuer, tenant) : issuer.trim();

/** The issuer, or the token URL if no single issuer is known. */
export const issuerOrTokenUrl = ({ issuer, tokenUrl }: Fields): string =>
  issuer === "" || isTenantTemplate(issuer) ? tokenUrl.trim() : issuer;

const missingIssuer =
  "the provider announces that its responses name their issuer (iss), and this one does not; when pasting, paste the whole URL";

/**
 * Checks the parameter `iss` of an authorization response. If no issuer is configured, an issuer on the origin of the
 * authorization URL is accepted. Returns the error, or undefined if the response may be used.
 */
export function authorizationIssuerFault(iss: string | undefined, fields: Fields): PictorError | undefined {
  if (iss === undefined)
    return fields.issuerAnnounced
      ? oauthFault("OAUTH_CALLBACK_INVALID", { problem: missingIssuer })
      : undefined;
  const isKnown = fields.issuer.trim() !== "";
  const tenant = /^https:\/\/[^/]+\/([^/]+)\//.exec(iss)?.[1];
  const expected = isKnown ? expectedIssuer(fields, tenant) : new URL(fields.authorizationUrl.trim()).origin;
  const found = isKnown || !URL.canParse(iss) ? iss : new URL(iss).origin;
  return found === expected
    ? undefined
    : oauthFault("OAUTH_ISSUER_MISMATCH", { found: plainAscii(iss, 200), expected, advice: "" });
}
