// Turns error responses of the provider into errors of this plugin: plain text, no secret, a hint for the user.

import { cutText, fault, isString, PictorError } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import { plainAscii, plainText } from "../plain-text.js";
import { kindOf, type ProviderErrorKind } from "../replies/provider-error.js";
import type { ErrorResponse } from "../replies/read-reply.js";
import type { Fields } from "../setting.js";
import { adviceFor, adviceForFormat } from "./error-advice.js";

const maxDescriptionLength = 500;
const maxCodeLength = 100;

const inParentheses = (description: string): string => (description === "" ? "" : ` (${description})`);

/** Retry-After (RFC 9110 section 10.2.3) in seconds from `nowMs`, which is in milliseconds since 1970. */
export function retryAfterS(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const atMs = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}

export interface ErrorContext {
  readonly fields: Fields;
  /** The endpoint's URL, for the message. */
  readonly url: string;
  readonly nowMs: number;
  readonly redact?: (text: string) => string;
}

/**
 * The error for an error response (RFC 6749 section 5.2): `AUTH_UNREACHABLE` with status 500 or more, whatever its code is,
 * because the same request may succeed later; otherwise `OAUTH_REFUSED`. `details.error` is the provider's code, or for
 * example `status 403` if it sent none; `details` also has `description`, `status` and, if they are
 * known, `retryAfterS` and `errorUri` (http and https only, never opened).
 */
export function errorResponseFault(response: ErrorResponse, context: ErrorContext): PictorError {
  const { fields, url, nowMs, redact } = context;
  const { status } = response;
  const code = plainAscii(response.error ?? "", maxCodeLength, redact) || undefined;
  const uri = plainAscii(response.uri, maxDescriptionLength, redact);
  const waitS = retryAfterS(response.retryAfter, nowMs);
  const description = inParentheses(plainText(response.description, maxDescriptionLength, redact));
  const error = code ?? `status ${status}`;
  const more = {
    status,
    ...(waitS === undefined ? {} : { retryAfterS: waitS }),
    ...(/^https?:\/\/\S+$/.test(uri) ? { errorUri: uri } : {}),
  };
  if (status >= 500) {
    const reason = `it answered with status ${status}${code === undefined ? description : `: ${code}${description}`}`;
    return fault("AUTH_UNREACHABLE", { where: url, reason }, { more: { ...more, error, description } });
  }
  const advice =
    adviceForFormat(status, response.description, fields) ?? adviceFor(code, status, fields, response.means);
  return oauthFault("OAUTH_REFUSED", { url, error, description, advice }, { more });
}

/** The error code and description of an authorization error response, both as plain text. */
export interface AuthorizationError {
  readonly error: string;
  readonly description: string;
}

/**
 * `OAUTH_DENIED` or `OAUTH_REFUSED` for an authorization error response (RFC 6749 section 4.1.2.1). The advice names the
 * redirect URI that was sent.
 */
export function authorizationFault(
  { error, description }: AuthorizationError,
  fields: Fields,
  redirectUri: string,
): PictorError {
  const means = kindOf(error, description);
  if (means === "denied") return deniedFault(inParentheses(description), fields);
  const { origin, pathname } = new URL(fields.authorizationUrl.trim());
  const advice = `${adviceFor(error, undefined, fields, means)} The redirect URI was ${redirectUri}`;
  return oauthFault(
    "OAUTH_REFUSED",
    { url: origin + pathname, error, description: inParentheses(description), advice },
    { more: { redirectUri } },
  );
}

/** `OAUTH_DENIED`. `description` is in parentheses or empty; if it is empty, the message names a common cause. */
export function deniedFault(description: string, { scopes }: Fields): PictorError {
  const isUnexplained = description === "" && scopes.trim() === "";
  return oauthFault("OAUTH_DENIED", {
    description: isUnexplained
      ? ". Some providers deny a sign-in that requests no scope: set scopes"
      : description,
  });
}

const isTemporaryStatus = (status: unknown): boolean =>
  typeof status === "number" && (status >= 500 || status === 408 || status === 425 || status === 429);

const textOf = (value: unknown): string => (isString(value) ? value : "");

/** The meaning of an error response in an error of this plugin; undefined for another error. */
export const meaningOf = (error: unknown): ProviderErrorKind | undefined =>
  error instanceof PictorError && isString(error.details["error"])
    ? kindOf(error.details["error"], textOf(error.details["description"]))
    : undefined;

/** What the provider said in an error of this plugin, or else its code: one line of plain text without a secret. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof PictorError)) return "";
  const { error: code, description, problem } = error.details;
  const said = textOf(description).replace(/^ \((.*)\)$/, "$1");
  return cutText((said || textOf(code) || textOf(problem)).replace(/\.$/, ""), 200);
}

/** The consequence of a failed token request for the tokens that are already stored. */
export type FailureKind =
  /** The provider refused the refresh token: it was used, was revoked or has expired. */
  | "invalid-grant"
  /** A refusal that names no reason: of the refresh token, or of something else. */
  | "unclear"
  /** The provider did not respond or is temporarily unavailable: the same request may succeed later. */
  | "temporary"
  | "other";

/** Statuses that refuse a request. An error code makes the status 200 one, too. */
const refusals: ReadonlySet<unknown> = new Set([400, 401, 403]);

/** The status takes precedence over the code: an `invalid_grant` from an overloaded or broken server does not end a grant. */
export function kindOfFailure(error: unknown): FailureKind {
  if (!(error instanceof PictorError)) return "other";
  const { code, details } = error;
  const { status } = details;
  if (code === "AUTH_UNREACHABLE" || isTemporaryStatus(status)) return "temporary";
  if (code === "OAUTH_RESPONSE_INVALID") return refusals.has(status) ? "unclear" : "other";
  switch (meaningOf(error)) {
    case "refused":
    case "denied":
    case "expired":
      return "invalid-grant";
    case "temporary":
    case "slow_down":
      return "temporary";
    case "other":
      if (status === 400 || status === 200) return "invalid-grant";
      return refusals.has(status) ? "unclear" : "other";
    default:
      return "other";
  }
}
