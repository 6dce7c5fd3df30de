// Reads the error out of any reply of a provider: the code, the provider's own words, and what they mean.

import { decodeEntities, isRecord } from "@pictor/kernel/plugin";
import { withCamelCase } from "./member-names.js";
import type { Members } from "./parse-body.js";

/** What an error means, whatever shape it has (RFC 6749 section 5.2, RFC 8628 section 3.5). */
export type ProviderErrorKind =
  /** The user has not confirmed the device code yet. */
  | "pending"
  | "slow_down"
  /** The user, or a rule of the provider, denied the request. */
  | "denied"
  /** The device code has expired. */
  | "expired"
  /** The code, the refresh token, the assertion or the password is not accepted. */
  | "refused"
  | "client"
  /** A parameter or a scope of the request is not accepted, or the grant type is not allowed. */
  | "request"
  | "temporary"
  | "other";

/** Texts of the provider, unchanged: `plainText` must be applied before they are shown. */
export interface ProviderError {
  /** The error code; undefined if the provider sent none. */
  readonly code: string | undefined;
  /** What the provider says about the error; empty if it says nothing. */
  readonly words: string;
  readonly kind: ProviderErrorKind;
}

const codesByKind: Readonly<Partial<Record<ProviderErrorKind, string>>> = {
  pending: "authorization_pending pending",
  slow_down: "slow_down",
  denied: "access_denied authorization_declined user_denied consent_denied",
  expired: "expired_token code_expired device_code_expired",
  refused:
    "invalid_grant bad_refresh_token invalid_refresh_token invalid_token token_expired token_revoked invalid_code bad_verification_code login_required interaction_required consent_required",
  client: "invalid_client bad_client_id bad_client_secret invalid_client_id invalid_client_secret",
  request:
    "invalid_request unauthorized_client unsupported_grant_type unsupported_response_type invalid_scope invalid_target unsupported_token_type use_dpop_nonce invalid_dpop_proof",
  temporary: "temporarily_unavailable server_error rate_limited rate_limit_exceeded",
};
const kindByCode: ReadonlyMap<string, ProviderErrorKind> = new Map(
  Object.entries(codesByKind).flatMap(([kind, codes]) =>
    codes.split(" ").map((code) => [code, kind as ProviderErrorKind] as const),
  ),
);

/** A code in the spelling of RFC 6749, such as `invalid_grant` for `INVALID-GRANT` and `invalidGrant`. */
export const standardCode = (code: string): string =>
  code
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s.-]+/g, "_")
    .toLowerCase();

/** The meaning of words of providers that send no code, or another one than they mean. The first that fits counts. */
const kindsByWords: readonly (readonly [ProviderErrorKind, RegExp])[] = [
  ["refused", /refresh[ _]?token.*\b(invalid|expired|revoked|unknown|malformed|inactive)/i],
  ["refused", /refresh[ _]?token.*\b(not (valid|found|active)|(has|was) already)/i],
  ["refused", /\b(invalid|expired|revoked|unknown|bad|inactive|reused?)\b.*refresh[ _]?token/i],
  ["refused", /\b(invalid|expired|malformed|unknown|used|no such)\b.{0,20}\bauth(ori[sz]ation)?[ _-]code/i],
  ["refused", /\bauth(ori[sz]ation)?[ _-]code\b.{0,40}\b(invalid|expired|malformed|used|not[ _]found)/i],
  ["pending", /\b(authori[sz]ation|login)[ _-](is )?(still )?pending/i],
  ["pending", /not yet (been )?(authori[sz]ed|approved|confirmed)|continue polling/i],
  ["slow_down", /\bslow[ _-]?down\b|polling too (fast|often|quickly|frequently)/i],
  ["expired", /code[ _](has |is |was )?expired|\bexpired_token\b/i],
  ["denied", /\baccess_denied\b|\bauthori[sz]ation_declined\b/i],
  ["denied", /\b(user|owner) (has )?(denied|declined|rejected|cancell?ed)/i],
  ["client", /\bclient[ _-]?(id|secret|credentials|authentication|key)\b/i],
  ["client", /\b(app|application)[ _-]?(id|key|secret)\b/i],
];

export function kindOf(code: string | undefined, words: string): ProviderErrorKind {
  const ofCode = code === undefined ? undefined : kindByCode.get(standardCode(code));
  const ofWords = kindsByWords.find(([, pattern]) => pattern.test(words.slice(0, 500)))?.[0];
  // Some providers refuse a refresh token as invalid_request or unauthorized_client; only their words tell.
  if (ofCode === "request" && ofWords === "refused") return "refused";
  return ofCode ?? ofWords ?? "other";
}

/** Names of members, from the most specific to the least: of RFC 6749, then of providers. */
const codeNames = withCamelCase(
  "error error_code errcode errorcode code type __type error_type status Error title".split(" "),
);
const wordsNames = withCamelCase(
  "error_description error_message message msg errmsg error_msg error_summary Message detail details description faultstring reason title error".split(
    " ",
  ),
);
/** Members that contain an error, or a list of errors. */
const nestedNames = "error errors fault detail details data response _errors".split(" ");
const maxDepth = 4;

const isCode = (text: string): boolean => /^[\w.:/-]{1,100}$/.test(text);
/** Far more than is shown. */
const maxText = 2_000;
const textIn = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, maxText) : "");

/** A code is one word, or a number that is not the status. */
function codeIn(value: unknown, status: number): string | undefined {
  if (typeof value === "number") return value === status || value === 0 ? undefined : String(value);
  const text = textIn(value);
  return isCode(text) && text !== String(status) ? text : undefined;
}

interface Found {
  readonly code: string | undefined;
  readonly texts: readonly string[];
}

/** The code and the texts of a JSON value, the outer ones first. */
function search(value: unknown, status: number, depth = 0): Found {
  if (depth > maxDepth) return { code: undefined, texts: [] };
  if (Array.isArray(value)) {
    const first: unknown = value[0];
    return typeof first === "string"
      ? { code: undefined, texts: [textIn(first)] }
      : search(first, status, depth + 1);
  }
  if (!isRecord(value)) return { code: undefined, texts: [] };
  const codes = codeNames.map((name) => codeIn(value[name], status)).filter((code) => code !== undefined);
  const texts = [textIn(value["field"]), ...wordsNames.map((name) => textIn(value[name]))];
  const text = texts.find((words) => words !== "" && !codes.includes(words));
  const values = nestedNames.map((name) => value[name]).filter((nested) => typeof nested === "object");
  const inner = values
    .map((nested) => search(nested, status, depth + 1))
    .find((found) => found.code !== undefined || found.texts.length > 0);
  // Errors by the name of the parameter that they are about.
  const [name, about] = Object.entries(value).find(([, entry]) => isRecord(entry)) ?? [];
  const ofParameter = depth === 1 && inner === undefined ? search(about, status, depth + 1).texts : [];
  return {
    code: codes[0] ?? inner?.code,
    texts: [
      ...(text === undefined ? [] : [text]),
      ...(inner?.texts ?? []),
      ...(ofParameter.length === 0 ? [] : [`${name}: ${ofParameter.join(": ")}`]),
    ],
  };
}

/** The title or the first heading of an HTML page; undefined for another text. */
export function htmlTitle(text: string): string | undefined {
  if (!/^\s*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype html|html|head|body|title|h1)\b/i.test(text))
    return undefined;
  const head = text.slice(0, 20_000);
  const title = /<title[^>]*>([^<]*)/i.exec(head)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(head)?.[1] ?? "";
  return decodeEntities(title).replace(/\s+/g, " ").trim();
}

/**
 * `members` are those of a JSON object or a form; `text` is the body of a reply without members. `challenge` has the
 * parameters of WWW-Authenticate (RFC 6750 section 3).
 */
export function readProviderError(
  status: number,
  body: { readonly members: Members; readonly text: string },
  challenge: { readonly error: string; readonly description: string },
): ProviderError {
  const found =
    body.members.size > 0 ? search(Object.fromEntries(body.members), status) : ofText(body.text, status);
  const [only = ""] = found.texts;
  // Twitch sends the code as the message.
  const isCodeAsWords = found.code === undefined && kindByCode.has(standardCode(only)) && isCode(only);
  const code = isCodeAsWords ? only : (found.code ?? (challenge.error || undefined));
  const texts = isCodeAsWords ? found.texts.slice(1) : found.texts;
  const words = [...new Set(texts)].slice(0, 2).join(": ") || challenge.description;
  return { code, words, kind: kindOf(code, words) };
}

/** A list of errors, the title of a page, or the first line of a plain text. */
function ofText(text: string, status: number): Found {
  const trimmed = text.trim();
  if (/^[[{"]/.test(trimmed)) {
    try {
      const value: unknown = JSON.parse(trimmed);
      return typeof value === "string" ? { code: undefined, texts: [textIn(value)] } : search(value, status);
    } catch {
      return { code: undefined, texts: [] };
    }
  }
  const title = htmlTitle(trimmed);
  const line = title ?? (trimmed.startsWith("<") ? "" : (trimmed.split(/[\r\n]/, 1)[0] ?? ""));
  return { code: undefined, texts: line === "" ? [] : [line.slice(0, 300)] };
}
