// The key under which the token of a setting is stored. It contains everything that the token depends on.

import { createHash } from "node:crypto";
import { usesCertificate } from "../protocol/client-authentication.js";
import type { Fields, GrantType, OAuthSetting } from "../setting.js";
import { parseScopes } from "./scopes.js";

const pairs = (list: Fields["tokenParameters"]) => list.map(({ name, value }) => [name, value]);

/** Fields that affect the token only for one grant type. */
const fieldsOfGrant: Readonly<Record<GrantType, (fields: Fields) => readonly string[]>> = {
  authorization_code: ({ authorizationUrl }) => [authorizationUrl.trim()],
  client_credentials: () => [],
  password: ({ username }) => [username],
  device_code: ({ deviceAuthorizationUrl }) => [deviceAuthorizationUrl.trim()],
  token_exchange: ({ subjectTokenType, actorTokenType, requestedTokenType }) =>
    [subjectTokenType, actorTokenType, requestedTokenType].map((type) => type.trim()),
  jwt_bearer: ({ assertionIssuer, assertionSubject, assertionAudience, assertionClaims }) => [
    ...[assertionIssuer, assertionSubject, assertionAudience].map((claim) => claim.trim()),
    JSON.stringify(pairs(assertionClaims)),
  ],
};

/**
 * The fields on which a token depends: neither secrets, which may be rotated, nor fields about receiving or attaching a
 * token.
 */
const relevantFields = (fields: Fields): readonly unknown[] => [
  fields.grantType,
  ...fieldsOfGrant[fields.grantType](fields),
  fields.issuer.trim(),
  fields.tokenUrl.trim(),
  fields.clientId.trim(),
  fields.clientAuthentication,
  parseScopes(fields.scopes).toSorted(),
  fields.audience.trim(),
  fields.resource.toSorted(),
  pairs(fields.authorizationParameters),
  pairs(fields.tokenParameters),
  pairs(fields.tokenHeaders),
  fields.wrappedResponse.trim(),
  fields.label,
  // Settings of later versions come last and only if they are in use, so that stored tokens keep their keys.
  ...(usesCertificate(fields) ? ["mtls", fields.mtlsTokenUrl.trim()] : []),
  ...(fields.dpop ? ["dpop", fields.dpopAlgorithm] : []),
  ...(fields.refreshUrl.trim() === "" ? [] : ["refresh", fields.refreshUrl.trim()]),
];

const hashOf = (file: string | undefined): string =>
  file === undefined ? "" : createHash("sha256").update(file).digest("base64url").slice(0, 16);

/** The prefix of all keys of a profile, in every environment and with every value of its fields. */
export const profileKeyPrefix = ({ profile, file }: OAuthSetting): string =>
  profile === undefined ? "inline/" : `profile/${hashOf(file)}/${encodeURIComponent(profile)}/`;

/** The prefix of all keys of a profile in one environment. */
export const environmentKeyPrefix = (setting: OAuthSetting): string =>
  `${profileKeyPrefix(setting)}${encodeURIComponent(setting.environment ?? "")}/`;

/** Caches keys, because computing one takes longer than the rest of a request with a cached token. */
const keys = new WeakMap<OAuthSetting, string>();

/**
 * Different settings have different keys, so a token is sent only to the services it was issued for (RFC 9700 section 4.4).
 */
export function tokenKey(setting: OAuthSetting): string {
  const cached = keys.get(setting);
  if (cached !== undefined) return cached;
  const hash = createHash("sha256").update(JSON.stringify(relevantFields(setting.fields)));
  const key = environmentKeyPrefix(setting) + hash.digest("base64url");
  keys.set(setting, key);
  return key;
}
