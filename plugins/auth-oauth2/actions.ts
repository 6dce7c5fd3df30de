// What a person can do with an OAuth 2.0 setting: sign in, refresh, paste, forget, fill from a provider.

import { fault } from "@pictor/kernel/plugin";
import type { AuthAction, AuthActionContext, AuthActionResult, Clock, Network } from "@pictor/kernel/plugin";
import type { Logger } from "@pictor/kernel/plugin";
import { authorize } from "./authorize/authorize.js";
import { signInWithDevice } from "./device/device.js";
import { discover } from "./discovery/discover.js";
import type { Pending } from "./pending.js";
import { endpointUrl } from "./protocol/endpoint-url.js";
import {
  clientCredentials,
  exchangeCode,
  password,
  pollDevice,
  requestDeviceCode,
  revoke,
} from "./protocol/grants.js";
import type { TokenAnswer, Wire } from "./protocol/types.js";
import { missingFields, oauthSetting, type OAuthSetting } from "./setting.js";
import { nameOf } from "./tokens/needs.js";
import type { TokenRecord } from "./tokens/record.js";
import type { Tokens } from "./tokens/tokens.js";

export interface ActionTools {
  readonly send: Network["send"];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tokens: Tokens;
  readonly onPending: Pending["set"];
}

/** The Bearer Token field of the same profile follows the token from now on. */
const filled = ({ profile }: OAuthSetting): Pick<AuthActionResult, "edit"> =>
  profile === undefined ? {} : { edit: { bearer: { token: { $token: profile } } } };

async function signInWithBrowser(
  setting: OAuthSetting,
  { interaction }: AuthActionContext,
  wire: Wire,
  logger: Logger,
): Promise<TokenAnswer> {
  const { authorizationUrl, allowInsecure, issuerAnnounced } = setting.fields;
  const endpoint = endpointUrl("authorizationUrl", authorizationUrl, allowInsecure);
  const checkedAuthorizationUrl = endpoint.href;
  const code = await authorize(setting, {
    interaction,
    logger,
    ...wire,
    checkedAuthorizationUrl,
    issuerIsAnnounced: issuerAnnounced,
  });
  const answer = await exchangeCode(setting, code, wire);
  // What concerned this sign-in alone was shown by then: the notes of an answer stay with its token.
  return { ...answer, notes: [...endpoint.notes, ...answer.notes] };
}

/** Runs the grant of the setting (RFC 6749 section 4, RFC 8628). */
async function grant(
  setting: OAuthSetting,
  context: AuthActionContext,
  wire: Wire,
  { logger, onPending }: ActionTools,
): Promise<TokenAnswer> {
  const { grantType, issuer, tokenUrl, deviceAuthorizationUrl } = setting.fields;
  switch (grantType) {
    case "client_credentials":
      return clientCredentials(setting, wire);
    case "password":
      return password(setting, wire);
    case "authorization_code":
      return signInWithBrowser(setting, context, wire, logger);
    case "device_code": {
      const over = (): void => {
        onPending(setting, undefined);
      };
      // At once: whoever asks for the status next must not be told of a flow that was cancelled.
      context.signal.addEventListener("abort", over);
      try {
        return await signInWithDevice({
          ...wire,
          interaction: context.interaction,
          providerUrls: [issuer, deviceAuthorizationUrl, tokenUrl],
          request: () => requestDeviceCode(setting, wire),
          poll: (deviceCode) => pollDevice(setting, deviceCode, wire),
          onPending: (status) => {
            onPending(setting, status);
          },
        });
      } finally {
        context.signal.removeEventListener("abort", over);
        over();
      }
    }
  }
}

/** The refresh token first: with it goes everything that came of the grant (RFC 7009 section 2.1). Settles with the host. */
const revocation =
  (setting: OAuthSetting, wire: Wire) =>
  async ({ accessToken, refreshToken }: TokenRecord): Promise<string> => {
    if (refreshToken === undefined) await revoke(setting, accessToken, "access_token", wire);
    else await revoke(setting, refreshToken, "refresh_token", wire);
    return new URL(setting.fields.revocationUrl.trim()).host;
  };

/** By id, as plugin.json declares them. */
export function createActions(tools: ActionTools): Readonly<Record<string, AuthAction>> {
  const { send, clock, tokens } = tools;
  const wireFor = ({ signal }: AuthActionContext): Wire => ({ send, clock, signal });
  return {
    async login(auth, context) {
      const setting = oauthSetting(auth);
      const fields = missingFields(setting);
      if (fields.length > 0)
        throw fault("AUTH_NOT_CONFIGURED", { where: nameOf(setting), fields: fields.join(", ") });
      const answer = await grant(setting, context, wireFor(context), tools);
      const { notes } = await tokens.store(setting, answer, context.signal);
      return { ...filled(setting), notes };
    },
    async refresh(auth, { signal }) {
      const setting = oauthSetting(auth);
      const { notes } = await tokens.renewed(setting, signal);
      return { ...filled(setting), notes };
    },
    async paste(auth, { input = "", signal }) {
      const setting = oauthSetting(auth);
      const { notes } = await tokens.paste(setting, input, signal);
      return { ...filled(setting), notes };
    },
    async clear(auth, context) {
      const setting = oauthSetting(auth);
      const isKnown = setting.fields.revocationUrl.trim() !== "";
      return {
        notes: await tokens.clear(setting, isKnown ? revocation(setting, wireFor(context)) : undefined),
      };
    },
    discover: async (auth, context) => discover(context.input ?? "", oauthSetting(auth), wireFor(context)),
  };
}
