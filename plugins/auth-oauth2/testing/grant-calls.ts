// For tests: the token request of each grant type, as a function of the setting and the context.

import { pollForDeviceToken } from "../protocol/device-grant.js";
import {
  authorizationCodeGrant,
  clientCredentialsGrant,
  passwordGrant,
  refreshTokenGrant,
} from "../protocol/grants.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";

export const authorizationCode = {
  code: "the-code",
  redirectUri: "http://localhost:17823/callback",
  codeVerifier: "v".repeat(43),
  nonce: undefined,
};

export type GrantCall = (setting: OAuthSetting, context: ProviderContext) => Promise<unknown>;

/** The calls by the names of the grants, with the parameters of `grantParameters`. */
export const grantCalls = {
  "client credentials": clientCredentialsGrant,
  password: passwordGrant,
  "authorization code": (setting, context) => authorizationCodeGrant(setting, authorizationCode, context),
  "refresh token": (setting, context) => refreshTokenGrant(setting, "the-refresh", context),
  "device code": (setting, context) => pollForDeviceToken(setting, "the-device", context),
} satisfies Readonly<Record<string, GrantCall>>;

/** The user of the password grant. */
export const passwordFields = { username: " ü ", password: " p+&%\n " } as const;

/** What each call sends besides the client. */
export const grantParameters: Readonly<Record<keyof typeof grantCalls, object>> = {
  "client credentials": { grant_type: "client_credentials" },
  password: { grant_type: "password", ...passwordFields },
  "authorization code": {
    grant_type: "authorization_code",
    code: authorizationCode.code,
    redirect_uri: authorizationCode.redirectUri,
    code_verifier: authorizationCode.codeVerifier,
  },
  "refresh token": { grant_type: "refresh_token", refresh_token: "the-refresh" },
  "device code": { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: "the-device" },
};
