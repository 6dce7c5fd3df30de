// Decides whether a token can be renewed without the user, and otherwise tells what the user must do.

import { fault, PictorError } from "@pictor/kernel/plugin";
import { missingFields, type OAuthSetting } from "../setting.js";
import type { TokenRecord } from "./token-record.js";

/** The setting as the subject of a sentence. */
export const describeSetting = ({ profile }: OAuthSetting): string =>
  profile === undefined ? "The auth setting" : `The profile ${profile}`;

/** An error as text for logs. Messages of other libraries' errors are left out, because they may contain a token. */
export const safeReason = (error: unknown): string =>
  error instanceof PictorError ? error.what : "an unexpected error.";

/** Whether the grant type obtains a token during a request, without the user. */
export const needsNoUser = ({ fields }: OAuthSetting): boolean => {
  const { grantType } = fields;
  if (grantType === "password") return fields.autoFetch;
  return grantType === "client_credentials" || grantType === "token_exchange" || grantType === "jwt_bearer";
};

/** The refresh token, unless the provider has rejected it. */
export const usableRefreshToken = (record: TokenRecord | undefined): string | undefined =>
  record?.refreshFailed === true ? undefined : record?.refreshToken;

/** The action with which the user gets another token: nobody can sign in while fields are missing. */
export const tokenAction = (setting: OAuthSetting): "login" | "paste" =>
  missingFields(setting).length === 0 ? "login" : "paste";

const actionNeeded = (setting: OAuthSetting, reason: string, sent: string): PictorError =>
  fault("AUTH_ACTION_NEEDED", {
    where: describeSetting(setting),
    action: tokenAction(setting),
    profile: setting.profile ?? "<profile>",
    reason,
    sent,
  });

/** The words with which the provider refused the refresh token, in parentheses. */
export const refusalIn = ({ refusal = "" }: TokenRecord): string => (refusal === "" ? "" : ` (${refusal})`);

/**
 * `AUTH_ACTION_NEEDED` or `AUTH_NOT_CONFIGURED` if the token cannot be renewed without the user; otherwise undefined. `sent`
 * is a sentence about what was sent before.
 */
export function renewalFault(
  setting: OAuthSetting,
  record: TokenRecord | undefined,
  sent = "Nothing was sent.",
): PictorError | undefined {
  // The user pasted this token, so it is never replaced automatically.
  if (record?.source === "manual")
    return actionNeeded(setting, "its token was pasted and cannot be renewed", sent);
  if (usableRefreshToken(record) !== undefined) return undefined;
  const missing = missingFields(setting);
  if (missing.length > 0)
    return fault("AUTH_NOT_CONFIGURED", { where: describeSetting(setting), fields: missing.join(", ") });
  if (needsNoUser(setting)) return undefined;
  if (record === undefined) return actionNeeded(setting, "there is no token yet", sent);
  const reason =
    record.refreshFailed === true
      ? `the provider no longer accepts its refresh token${refusalIn(record)}`
      : "its token cannot be renewed, because the provider sent no refresh token";
  return actionNeeded(setting, reason, sent);
}
