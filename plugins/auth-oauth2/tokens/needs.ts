// What a setting can do by itself, and what it needs a person for. Pure.

import { fault, PictorError } from "@pictor/kernel/plugin";
import { missingFields, type OAuthSetting } from "../setting.js";
import type { TokenRecord } from "./record.js";

/** The setting at the start of a sentence. */
export const nameOf = ({ profile }: OAuthSetting): string =>
  profile === undefined ? "The auth setting" : `The profile ${profile}`;

/** What may be told of a failure: the words of others could hold a token. */
export const told = (error: unknown): string =>
  error instanceof PictorError ? error.what : "an unexpected fault.";

/** Grants that need nobody: they get a token in the middle of a request. */
export const fetchesItself = ({ fields }: OAuthSetting): boolean =>
  fields.grantType === "client_credentials" || (fields.grantType === "password" && fields.autoFetch);

/** The token to refresh with, unless the provider has refused it. */
export const refreshTokenOf = (record: TokenRecord | undefined): string | undefined =>
  record?.refreshFailed === true ? undefined : record?.refreshToken;

const loginNeeded = (setting: OAuthSetting, reason: string): PictorError =>
  fault("AUTH_ACTION_NEEDED", {
    where: nameOf(setting),
    action: "login",
    profile: setting.profile ?? "<profile>",
    reason,
  });

/** Why no other token can be had without a person, or undefined when one can. */
export function obstacleToRenewal(
  setting: OAuthSetting,
  record: TokenRecord | undefined,
): PictorError | undefined {
  // It was put there on purpose: nothing replaces it unasked.
  if (record?.source === "manual") return loginNeeded(setting, "its token was pasted and cannot be renewed");
  if (refreshTokenOf(record) !== undefined) return undefined;
  const missing = missingFields(setting);
  if (missing.length > 0)
    return fault("AUTH_NOT_CONFIGURED", { where: nameOf(setting), fields: missing.join(", ") });
  if (fetchesItself(setting)) return undefined;
  if (record === undefined) return loginNeeded(setting, "there is no token yet");
  return loginNeeded(
    setting,
    record.refreshFailed === true
      ? "the provider no longer accepts its refresh token"
      : "its token cannot be renewed, because the provider gave no refresh token",
  );
}
