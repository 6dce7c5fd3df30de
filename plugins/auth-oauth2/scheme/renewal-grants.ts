// The token requests of the token store, which need no user.

import type { Clock, Network } from "@pictor/kernel/plugin";
import { clientCredentialsGrant, passwordGrant, refreshTokenGrant } from "../protocol/grants.js";
import { jwtBearerGrant } from "../protocol/jwt-bearer.js";
import { tokenExchangeGrant } from "../protocol/token-exchange.js";
import type { RenewalGrants } from "../tokens/renew-token.js";

/** The grants that obtain a token without the user. */
const grants = {
  client_credentials: clientCredentialsGrant,
  password: passwordGrant,
  token_exchange: tokenExchangeGrant,
  jwt_bearer: jwtBearerGrant,
} as const;
const isGrant = (grantType: string): grantType is keyof typeof grants => Object.hasOwn(grants, grantType);

export const createRenewalGrants = (send: Network["send"], clock: Clock): RenewalGrants => ({
  refresh: (setting, refreshToken, signal) =>
    refreshTokenGrant(setting, refreshToken, { send, clock, signal }),
  fetch(setting, signal) {
    const { grantType } = setting.fields;
    return grants[isGrant(grantType) ? grantType : "client_credentials"](setting, { send, clock, signal });
  },
});
