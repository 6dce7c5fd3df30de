// Under which key a setting's token is kept: everything that changes the token is in it. Pure.

import { createHash } from "node:crypto";
import type { Fields, GrantType, OAuthSetting } from "../setting.js";
import { scopesOf } from "./scopes.js";

/** Fields that change the token only with one grant. */
const ofGrant: Readonly<Record<GrantType, (fields: Fields) => readonly string[]>> = {
  authorization_code: ({ authorizationUrl }) => [authorizationUrl.trim()],
  client_credentials: () => [],
  password: ({ username }) => [username],
  device_code: ({ deviceAuthorizationUrl }) => [deviceAuthorizationUrl.trim()],
};

const pairs = (list: Fields["tokenParameters"]) => list.map(({ name, value }) => [name, value]);

/** Neither secrets (they may be renewed), nor how the answer comes back or is used. */
const relevant = (fields: Fields): readonly unknown[] => [
  fields.grantType,
  ...ofGrant[fields.grantType](fields),
  fields.issuer.trim(),
  fields.tokenUrl.trim(),
  fields.clientId.trim(),
  fields.clientAuthentication,
  scopesOf(fields.scopes).toSorted(),
  fields.audience.trim(),
  fields.resource.toSorted(),
  pairs(fields.authorizationParameters),
  pairs(fields.tokenParameters),
  pairs(fields.tokenHeaders),
  fields.wrappedResponse.trim(),
  fields.label,
];

const projectOf = (file: string | undefined): string =>
  file === undefined ? "" : createHash("sha256").update(file).digest("base64url").slice(0, 16);

/** What the keys of all settings that a profile has had begin with, in every environment. */
export const ownerPrefix = ({ profile, file }: OAuthSetting): string =>
  profile === undefined ? "inline/" : `profile/${projectOf(file)}/${encodeURIComponent(profile)}/`;

/** As `ownerPrefix`, in this environment. */
export const keyPrefix = (setting: OAuthSetting): string =>
  `${ownerPrefix(setting)}${encodeURIComponent(setting.environment ?? "")}/`;

/** A setting is sent with many times, and its key costs more than the rest of a request's token. */
const known = new WeakMap<OAuthSetting, string>();

/** Changing a setting selects another record, so a token goes only where it came from (RFC 9700 section 4.4). */
export function tokenKey(setting: OAuthSetting): string {
  const before = known.get(setting);
  if (before !== undefined) return before;
  const hash = createHash("sha256").update(JSON.stringify(relevant(setting.fields)));
  const key = keyPrefix(setting) + hash.digest("base64url");
  known.set(setting, key);
  return key;
}
