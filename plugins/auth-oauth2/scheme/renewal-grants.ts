// The token requests of the token store, which need no user.

import type { Clock, Network } from "@pictor/kernel/plugin";
import { clientCredentialsGrant, passwordGrant, refreshTokenGrant } from "../protocol/grants.js";
import type { RenewalGrants } from "../tokens/renew-token.js";

export const createRenewalGrants = (send: Network["send"], clock: Clock): RenewalGrants => ({
  refresh: (setting, refreshToken, signal) =>
    refreshTokenGrant(setting, refreshToken, { send, clock, signal }),
  fetch: (setting, signal) =>
    (setting.fields.grantType === "password" ? passwordGrant : clientCredentialsGrant)(setting, {
      send,
      clock,
      signal,
    }),
});
