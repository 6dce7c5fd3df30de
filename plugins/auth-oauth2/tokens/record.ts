// What is kept of a token, as a record and as text. Pure.

import type { TokenAnswer } from "../protocol/types.js";
import type { OAuthSetting } from "../setting.js";
import type { Life } from "./freshness.js";
import { scopeNote } from "./scopes.js";

export interface TokenRecord extends Life {
  readonly accessToken: string;
  /** As the server wrote it. */
  readonly tokenType: string;
  /** As granted; undefined where the server did not say, which means as requested. */
  readonly scope?: string;
  readonly requestedScope: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
  readonly issuer?: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly source: "flow" | "manual" | "refresh";
  /** Sentences for the person, without any secret. */
  readonly notes: readonly string[];
  /** The provider no longer takes the refresh token; the access token may still be good. */
  readonly refreshFailed?: true;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTime = (value: unknown): value is number => Number.isFinite(value);
const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);

const version = 1;
const checks: { readonly [Name in keyof TokenRecord]-?: (value: unknown) => boolean } = {
  accessToken: (value) => isText(value) && value !== "",
  tokenType: isText,
  scope: isOptionalText,
  requestedScope: isText,
  obtainedAtMs: isTime,
  expiresAtMs: (value) => value === null || isTime(value),
  refreshToken: isOptionalText,
  idToken: isOptionalText,
  issuer: isOptionalText,
  tokenUrl: isText,
  clientId: isText,
  source: (value) => value === "flow" || value === "manual" || value === "refresh",
  notes: (value) => Array.isArray(value) && value.every(isText),
  refreshFailed: (value) => value === undefined || value === true,
};

export const formatRecord = (record: TokenRecord): string => JSON.stringify({ version, ...record });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what is damaged, or of another version: then there is no token, and the text is not repeated. */
export function parseRecord(text: string): TokenRecord | undefined {
  const value = parsed(text);
  if (typeof value !== "object" || value === null) return undefined;
  const { version: found, ...fields } = value as Readonly<Record<string, unknown>>;
  const isWhole = Object.entries(checks).every(([name, isRight]) => isRight(fields[name]));
  return found === version && isWhole ? (fields as unknown as TokenRecord) : undefined;
}

/** Which setting the token belongs to. */
const origin = ({ fields }: OAuthSetting) => ({
  tokenUrl: fields.tokenUrl.trim(),
  clientId: fields.clientId.trim(),
  ...(fields.issuer.trim() === "" ? {} : { issuer: fields.issuer.trim() }),
});

/** A refresh token goes only to where it came from (RFC 6749 section 10.4), whatever somebody did to the store. */
export function belongsTo(record: TokenRecord, setting: OAuthSetting): boolean {
  const { tokenUrl, clientId, issuer } = origin(setting);
  return record.tokenUrl === tokenUrl && record.clientId === clientId && record.issuer === issuer;
}

const present = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    readonly [Name in keyof Value]?: Exclude<Value[Name], undefined>;
  };

/** The record of an answer. `requested` is the scope of the setting. */
function fromAnswer(setting: OAuthSetting, answer: TokenAnswer, earlier?: TokenRecord): TokenRecord {
  const requestedScope = setting.fields.scopes.trim();
  const difference = scopeNote(requestedScope, answer.scope ?? earlier?.scope);
  return {
    accessToken: answer.accessToken,
    tokenType: answer.tokenType,
    requestedScope,
    obtainedAtMs: answer.requestedAtMs,
    expiresAtMs: answer.expiresAtMs,
    ...origin(setting),
    ...present({
      scope: answer.scope ?? earlier?.scope,
      refreshToken: answer.refreshToken ?? earlier?.refreshToken,
      idToken: answer.idToken ?? earlier?.idToken,
    }),
    source: earlier === undefined ? "flow" : "refresh",
    notes: [...answer.notes, ...(difference === undefined ? [] : [difference])],
  };
}

export const recordOf = (setting: OAuthSetting, answer: TokenAnswer): TokenRecord =>
  fromAnswer(setting, answer);

/** What the answer does not renew stays: the refresh token and the scope (RFC 6749 section 6), the ID token. */
export const refreshed = (setting: OAuthSetting, earlier: TokenRecord, answer: TokenAnswer): TokenRecord =>
  fromAnswer(setting, answer, earlier);

export const pasted = (
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
