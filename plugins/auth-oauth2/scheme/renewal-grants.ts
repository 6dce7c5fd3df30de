// The token requests of the token store, which need no user.

import type { Clock, Network } from "@pictor/kernel/plugin";
import { clientCredentialsGrant, passwordGrant, refreshTokenGrant } from "../protocol/grants.js";
import { jwtBearerGrant } from "../protocol/jwt-bearer.js";
import { tokenExchangeGrant } from "../protocol/token-exchange.js";
import type { DpopNonces } from "../dpop/dpop-nonces.js";
import { tokenProofs } from "./token-proofs.js";
import type { RenewalGrants } from "../tokens/renew-token.js";

/** The grants that obtain a token without the user. */
const grants = {
  client_credentials: clientCredentialsGrant,
  password: passwordGrant,
  token_exchange: tokenExchangeGrant,
  jwt_bearer: jwtBearerGrant,
} as const;
const isGrant = (grantType: string): grantType is keyof typeof grants => Object.hasOwn(grants, grantType);

export const createRenewalGrants = (
  send: Network["send"],
  clock: Clock,
  nonces: DpopNonces,
): RenewalGrants => ({
  async refresh(setting, refreshToken, signal, dpopKey) {
    const proofs = await tokenProofs(setting, nonces, dpopKey);
    return refreshTokenGrant(setting, refreshToken, { send, clock, signal, proofs });
  },
  async fetch(setting, signal, dpopKey) {
    const proofs = await tokenProofs(setting, nonces, dpopKey);
    const { grantType } = setting.fields;
    const grant = grants[isGrant(grantType) ? grantType : "client_credentials"];
    return grant(setting, { send, clock, signal, proofs });
  },
});
