// All calls of the protocol; here the grants without a person in between (RFC 6749 sections 4.3, 4.4 and 6).

import {
  clientCredentialsGrantRequest,
  genericTokenEndpointRequest,
  refreshTokenGrantRequest,
} from "oauth4webapi";
import type { OAuthSetting } from "../setting.js";
import { parametersOf, scopeText } from "./parameters.js";
import { requestTokens } from "./token-request.js";
import type { TokenAnswer, Wire } from "./types.js";

export { exchangeCode } from "./exchange-code.js";
export { pollDevice, requestDeviceCode } from "./device.js";
export { revoke } from "./revoke.js";
export { kindOfFailure } from "./faults.js";

/** RFC 6749 section 4.4. Rejects as `requestTokens` does. */
export async function clientCredentials(setting: OAuthSetting, wire: Wire): Promise<TokenAnswer> {
  const scope = scopeText(setting.fields.scopes);
  const parameters = parametersOf(setting.fields, { scope });
  return requestTokens(setting, wire, { scope }, ({ server, client, authentication, options }) =>
    clientCredentialsGrantRequest(server, client, authentication, parameters, options),
  );
}

/**
 * RFC 6749 section 4.3: user name and password go out exactly as they stand in the setting. Rejects as `requestTokens`
 * does.
 */
export async function password(setting: OAuthSetting, wire: Wire): Promise<TokenAnswer> {
  const { fields } = setting;
  const scope = scopeText(fields.scopes);
  const parameters = parametersOf(fields, { username: fields.username, password: fields.password, scope });
  const answer = await requestTokens(
    setting,
    wire,
    { scope },
    ({ server, client, authentication, options }) =>
      genericTokenEndpointRequest(server, client, authentication, "password", parameters, options),
  );
  const note =
    "The password grant is deprecated (RFC 9700 section 2.4); use another one where the provider has it.";
  return { ...answer, notes: [...answer.notes, note] };
}

/**
 * RFC 6749 section 6. `scope` asks for less than was granted; without it the scopes stay. An answer without a new
 * refresh token means that the old one stays in use, and carries it. Rejects as `requestTokens` does; `kindOfFailure`
 * says what the error means for the tokens that are there.
 */
export async function refresh(
  setting: OAuthSetting,
  refreshToken: string,
  scope: string | undefined,
  wire: Wire,
): Promise<TokenAnswer> {
  const asked = scopeText(scope ?? "");
  const additionalParameters = parametersOf(setting.fields, { scope: asked });
  const answer = await requestTokens(
    setting,
    wire,
    { scope: asked },
    ({ server, client, authentication, options }) =>
      refreshTokenGrantRequest(server, client, authentication, refreshToken, {
        ...options,
        additionalParameters,
      }),
  );
  return { ...answer, refreshToken: answer.refreshToken ?? refreshToken };
}
