// The actions of an OAuth 2.0 profile: sign in, refresh, paste a token, remove it, fill the settings by discovery.

import { fault } from "@pictor/kernel/plugin";
import type { AuthAction, AuthActionContext, AuthActionResult, Clock, Network } from "@pictor/kernel/plugin";
import type { Logger } from "@pictor/kernel/plugin";
import { authorize } from "../authorize/authorize.js";
import { signInWithDevice } from "../device/sign-in-with-device.js";
import type { DpopNonces } from "../dpop/dpop-nonces.js";
import { discover } from "../discovery/discover.js";
import { oauthFault } from "../faults.js";
import { pollForDeviceToken, requestDeviceAuthorization } from "../protocol/device-grant.js";
import { authorizationCodeGrant, clientCredentialsGrant, passwordGrant } from "../protocol/grants.js";
import { jwtBearerGrant } from "../protocol/jwt-bearer.js";
import { pushAuthorization } from "../protocol/pushed-authorization.js";
import { revokeTokens } from "../protocol/revoke.js";
import { tokenExchangeGrant } from "../protocol/token-exchange.js";
import type { TokenResponse } from "../protocol/token-request.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import { missingFields, oauthSetting, type OAuthSetting } from "../setting.js";
import { attachmentProblem } from "../tokens/attachable-token.js";
import { describeSetting, safeReason } from "../tokens/renewability.js";
import type { TokenRecord } from "../tokens/token-record.js";
import { notesOf } from "../tokens/token-status.js";
import type { TokenStore } from "../tokens/token-store.js";
import { tokenProofs } from "./token-proofs.js";
import type { PendingDeviceFlows } from "./pending-device-flows.js";

export interface ActionDependencies {
  readonly send: Network["send"];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tokens: TokenStore;
  readonly pending: PendingDeviceFlows;
  readonly nonces: DpopNonces;
}

async function signInWithBrowser(
  setting: OAuthSetting,
  { interaction }: AuthActionContext,
  context: ProviderContext,
  logger: Logger,
): Promise<TokenResponse> {
  const push = (parameters: URLSearchParams) => pushAuthorization(setting, parameters, context);
  const pushes = setting.fields.pushAuthorizationRequest;
  const dpopThumbprint = context.proofs?.key.thumbprint;
  const dependencies = { ...context, interaction, logger, dpopThumbprint, ...(pushes ? { push } : {}) };
  const authorization = await authorize(setting, dependencies);
  const response = await authorizationCodeGrant(setting, authorization, context);
  return { ...response, notes: [...authorization.notes, ...response.notes] };
}

async function signInWithCode(
  setting: OAuthSetting,
  { interaction, signal }: AuthActionContext,
  context: ProviderContext,
  pending: PendingDeviceFlows,
): Promise<TokenResponse> {
  const { issuer, deviceAuthorizationUrl, tokenUrl } = setting.fields;
  const end = (): void => {
    pending.set(setting, undefined);
  };
  // A cancelled flow is removed immediately, so that no status request shows it.
  signal.addEventListener("abort", end);
  try {
    return await signInWithDevice({
      ...context,
      interaction,
      providerUrls: [issuer, deviceAuthorizationUrl, tokenUrl],
      request: () => requestDeviceAuthorization(setting, context),
      poll: (deviceCode) => pollForDeviceToken(setting, deviceCode, context),
      onPending: (status) => pending.set(setting, status),
    });
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** Runs the grant type of the setting (RFC 6749 section 4, RFC 8628, RFC 8693, RFC 7523). */
function signIn(
  setting: OAuthSetting,
  action: AuthActionContext,
  context: ProviderContext,
  { logger, pending }: ActionDependencies,
): Promise<TokenResponse> {
  switch (setting.fields.grantType) {
    case "client_credentials":
      return clientCredentialsGrant(setting, context);
    case "password":
      return passwordGrant(setting, context);
    case "token_exchange":
      return tokenExchangeGrant(setting, context);
    case "jwt_bearer":
      return jwtBearerGrant(setting, context);
    case "authorization_code":
      return signInWithBrowser(setting, action, context, logger);
    case "device_code":
      return signInWithCode(setting, action, context, pending);
  }
}

/** Revokes the tokens of a record. Settles with the host of the provider and a note about tokens that were not revoked. */
const revokeRecord =
  (setting: OAuthSetting, context: ProviderContext) =>
  async (record: TokenRecord): Promise<string> => {
    const failure = await revokeTokens(setting, record, context);
    const { host } = new URL(setting.fields.revocationUrl.trim());
    if (failure === undefined) return host;
    const reason = safeReason(failure).replace(/\.$/, "");
    return `${host} by its refresh token; the provider did not revoke the access token itself: ${reason}`;
  };

/** Makes the Bearer Token field of the profile refer to the token, unless the token needs proofs of a key. */
const resultOf = (setting: OAuthSetting, record: TokenRecord): AuthActionResult => ({
  ...(setting.profile === undefined || record.dpopKey !== undefined
    ? {}
    : { edit: { bearer: { token: { $token: setting.profile } } } }),
  notes: notesOf(setting, record),
});

/** The actions, by their ids in plugin.json. */
export function createActions(dependencies: ActionDependencies): Readonly<Record<string, AuthAction>> {
  const { send, clock, tokens } = dependencies;
  const contextOf = ({ signal }: AuthActionContext): ProviderContext => ({ send, clock, signal });
  return {
    async login(auth, action) {
      const setting = oauthSetting(auth);
      const fields = missingFields(setting);
      if (fields.length > 0)
        throw fault("AUTH_NOT_CONFIGURED", { where: describeSetting(setting), fields: fields.join(", ") });
      const proofs = await tokenProofs(setting, dependencies.nonces);
      const response = await signIn(setting, action, { ...contextOf(action), proofs }, dependencies);
      const problem = attachmentProblem(setting, response);
      // An existing token that can be used is kept in preference to a new one that cannot.
      if (problem !== undefined) throw oauthFault("OAUTH_TOKEN_UNUSABLE", { problem });
      return resultOf(setting, await tokens.save(setting, response, action.signal));
    },
    async refresh(auth, { signal }) {
      const setting = oauthSetting(auth);
      return resultOf(setting, await tokens.renew(setting, signal));
    },
    async paste(auth, { input = "", signal }) {
      const setting = oauthSetting(auth);
      return resultOf(setting, await tokens.savePasted(setting, input, signal));
    },
    async clear(auth, action) {
      const setting = oauthSetting(auth);
      const canRevoke = setting.fields.revocationUrl.trim() !== "";
      const revoke = canRevoke ? revokeRecord(setting, contextOf(action)) : undefined;
      return { notes: await tokens.clear(setting, revoke) };
    },
    discover: async (auth, action) => discover(action.input ?? "", oauthSetting(auth), contextOf(action)),
  };
}
