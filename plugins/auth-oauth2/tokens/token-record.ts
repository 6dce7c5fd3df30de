// The stored form of a token: as a record, and as text.

import { createHash } from "node:crypto";
import {
  asFiniteNumber,
  isRecord,
  isString,
  parseJsonOrUndefined,
  withoutUndefined,
} from "@pictor/kernel/plugin";
import type { TokenResponse } from "../protocol/token-request.js";
import type { OAuthSetting } from "../setting.js";
import type { Lifetime } from "./freshness.js";
import { parseScopes, scopeNote } from "./scopes.js";

export interface TokenRecord extends Lifetime {
  readonly accessToken: string;
  /** The provider sent an ID token alone, which stands in the place of the access token. */
  readonly isIdToken?: true;
  /** The token type in the spelling of the provider. */
  readonly tokenType: string;
  /** The granted scope. If absent, `requestedScope` was granted. */
  readonly scope?: string;
  readonly requestedScope: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
  readonly issuer?: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly source: "flow" | "manual" | "refresh";
  /** Sentences for the user, without any secret. */
  readonly notes: readonly string[];
  /** A hash of the secrets that the token was obtained with. Tokens stored by earlier versions have none. */
  readonly secretHash?: string;
  /** The private key that the tokens are bound to (RFC 9449), as a JWK. */
  readonly dpopKey?: string;
  /** The provider has rejected the refresh token; the access token may still be valid. */
  readonly refreshFailed?: true;
  /** What the provider said when it rejected the refresh token, in one line of plain text. */
  readonly refusal?: string;
  /** The origin that refused the access token, when there was no other one. */
  readonly refusedBy?: string;
}

const isTime = (value: unknown): boolean => asFiniteNumber(value) !== undefined;
const isOptionalString = (value: unknown): boolean => value === undefined || isString(value);

const version = 1;
const checks: { readonly [Name in keyof TokenRecord]-?: (value: unknown) => boolean } = {
  accessToken: (value) => isString(value) && value !== "",
  isIdToken: (value) => value === undefined || value === true,
  tokenType: isString,
  scope: isOptionalString,
  requestedScope: isString,
  obtainedAtMs: isTime,
  expiresAtMs: (value) => value === null || isTime(value),
  refreshToken: isOptionalString,
  idToken: isOptionalString,
  issuer: isOptionalString,
  tokenUrl: isString,
  clientId: isString,
  source: (value) => value === "flow" || value === "manual" || value === "refresh",
  notes: (value) => Array.isArray(value) && value.every(isString),
  secretHash: isOptionalString,
  dpopKey: isOptionalString,
  refreshFailed: (value) => value === undefined || value === true,
  refusal: isOptionalString,
  refusedBy: isOptionalString,
};

export const formatRecord = (record: TokenRecord): string => JSON.stringify({ version, ...record });

/** Parses a stored record; undefined for text that is damaged or of another version. */
export function parseRecord(text: string): TokenRecord | undefined {
  const value = parseJsonOrUndefined(text);
  if (!isRecord(value)) return undefined;
  const { version: found, ...fields } = value;
  const isValid = Object.entries(checks).every(([name, check]) => check(fields[name]));
  return found === version && isValid ? (fields as unknown as TokenRecord) : undefined;
}

const hashes = new WeakMap<OAuthSetting, string>();

/** The hash is cached, because every request compares it. */
function secretHashOf(setting: OAuthSetting): string {
  const cached = hashes.get(setting);
  if (cached !== undefined) return cached;
  const { fields } = setting;
  const { clientSecret, privateKey, password, grantType } = fields;
  const secrets = [clientSecret, privateKey, grantType === "password" ? password : ""];
  if (grantType === "token_exchange") secrets.push(fields.subjectToken, fields.actorToken);
  if (grantType === "jwt_bearer") secrets.push(fields.assertion, fields.assertionKey);
  const hash = createHash("sha256").update(JSON.stringify(secrets)).digest("base64url");
  hashes.set(setting, hash);
  return hash;
}

/** Whether a secret of the setting was changed after the token was obtained with it. */
export const hasOtherSecrets = ({ secretHash, source }: TokenRecord, setting: OAuthSetting): boolean =>
  source !== "manual" && secretHash !== undefined && secretHash !== secretHashOf(setting);

/** The values that identify the issuer and the client of a token. */
const origin = ({ fields }: OAuthSetting) => ({
  tokenUrl: fields.tokenUrl.trim(),
  clientId: fields.clientId.trim(),
  ...(fields.issuer.trim() === "" ? {} : { issuer: fields.issuer.trim() }),
});

/** A refresh token is sent only to its issuer (RFC 6749 section 10.4), even if the store was tampered with. */
export function belongsTo(record: TokenRecord, setting: OAuthSetting): boolean {
  const { tokenUrl, clientId, issuer } = origin(setting);
  return record.tokenUrl === tokenUrl && record.clientId === clientId && record.issuer === issuer;
}

/** A sentence if a sign-in asked for offline access and received no refresh token (OpenID Connect Core section 11). */
function offlineNote({ fields }: OAuthSetting, refreshToken: string | undefined): string | undefined {
  const { grantType, scopes, authorizationParameters } = fields;
  const isUsers = grantType === "authorization_code" || grantType === "device_code";
  if (!isUsers || refreshToken !== undefined || !parseScopes(scopes).includes("offline_access"))
    return undefined;
  const asksForConsent = authorizationParameters.some(
    ({ name, value }) => name === "prompt" && parseScopes(value).includes("consent"),
  );
  const remedy =
    grantType === "authorization_code" && !asksForConsent
      ? "Many grant offline_access only if the user is asked: add prompt=consent to authorizationParameters."
      : "Allow offline_access, or refresh tokens, for this client at the provider.";
  return `The provider sent no refresh token. ${remedy}`;
}

/**
 * The record of a token response. `previous` is the record that was refreshed: its refresh token, scope (RFC 6749 section 6)
 * and ID token stay if the response has none.
 */
export function recordOf(
  setting: OAuthSetting,
  response: TokenResponse,
  previous?: TokenRecord,
): TokenRecord {
  const requestedScope = setting.fields.scopes.trim();
  const scope = response.scope ?? previous?.scope;
  const refreshToken = response.refreshToken ?? previous?.refreshToken;
  const idToken = response.idToken ?? previous?.idToken;
  const notes = [
    scopeNote(requestedScope, scope, { refreshToken, idToken }),
    offlineNote(setting, refreshToken),
  ];
  return {
    accessToken: response.accessToken,
    tokenType: response.tokenType,
    requestedScope,
    obtainedAtMs: response.requestedAtMs,
    expiresAtMs: response.expiresAtMs,
    ...origin(setting),
    secretHash: secretHashOf(setting),
    ...withoutUndefined({
      scope,
      refreshToken,
      idToken,
      isIdToken: response.isIdToken,
      dpopKey: response.dpopKey,
    }),
    source: previous === undefined ? "flow" : "refresh",
    notes: [...response.notes, ...notes.filter((note) => note !== undefined)],
  };
}

/** The record of a token that the user pasted. `nowMs` is in milliseconds since 1970. */
export const recordOfPasted = (
  setting: OAuthSetting,
  accessToken: string,
  nowMs: number,
  notes: readonly string[],
): TokenRecord => ({
  accessToken,
  tokenType: "Bearer",
  requestedScope: setting.fields.scopes.trim(),
  obtainedAtMs: nowMs,
  expiresAtMs: null,
  ...origin(setting),
  source: "manual",
  notes,
});
