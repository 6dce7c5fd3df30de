// The grant types that end with one token request (RFC 6749 sections 4.1, 4.3, 4.4 and 6).

import type { ProviderContext } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";
import { addNote, withOtherAuthentication } from "./other-authentication.js";
import { scopeParameter } from "./request-parameters.js";
import { requestTokens, type TokenResponse } from "./token-request.js";

/** The client credentials grant (RFC 6749 section 4.4). Rejects as `requestTokens` does. */
export const clientCredentialsGrant = (
  setting: OAuthSetting,
  context: ProviderContext,
): Promise<TokenResponse> =>
  withOtherAuthentication(
    setting,
    (tried) =>
      requestTokens(tried, "client_credentials", { scope: scopeParameter(tried.fields.scopes) }, context),
    addNote,
  );

/**
 * The password grant (RFC 6749 section 4.3). User name and password are sent without trimming. Rejects as
 * `requestTokens` does.
 */
export async function passwordGrant(setting: OAuthSetting, context: ProviderContext): Promise<TokenResponse> {
  const { username, password, scopes } = setting.fields;
  const parameters = { username, password, scope: scopeParameter(scopes) };
  const response = await requestTokens(setting, "password", parameters, context);
  const note =
    "The password grant is deprecated (RFC 9700 section 2.4); choose another grant type if the provider offers one.";
  return { ...response, notes: [...response.notes, note] };
}

/** An authorization code, and the values that its token request must repeat from the authorization request. */
export interface AuthorizationCode {
  readonly code: string;
  readonly redirectUri: string;
  /** The code verifier (RFC 7636 section 4.1); undefined with `pkce` off. */
  readonly codeVerifier: string | undefined;
  /** The nonce; undefined without the scope `openid`. */
  readonly nonce: string | undefined;
}

/**
 * The authorization code grant (RFC 6749 section 4.1.3, RFC 7636 section 4.5). The code is sent once: a server treats a
 * second request as theft and revokes the tokens of the first (RFC 6749 section 4.1.2). Rejects as `requestTokens`
 * does.
 */
export const authorizationCodeGrant = (
  setting: OAuthSetting,
  { code, redirectUri, codeVerifier = "", nonce }: AuthorizationCode,
  context: ProviderContext,
): Promise<TokenResponse> =>
  requestTokens(
    setting,
    "authorization_code",
    { code, redirect_uri: redirectUri, code_verifier: codeVerifier },
    context,
    nonce,
  );

/**
 * The refresh of a token (RFC 6749 section 6). Requests no scope, so the granted scopes stay. If the response has no
 * refresh token, the previous one stays in use. Rejects as `requestTokens` does.
 */
export const refreshTokenGrant = (
  setting: OAuthSetting,
  refreshToken: string,
  context: ProviderContext,
): Promise<TokenResponse> =>
  requestTokens(setting, "refresh_token", { refresh_token: refreshToken }, context);
