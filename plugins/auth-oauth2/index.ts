// Wires the auth scheme `oauth2`.

import { definePlugin } from "@pictor/kernel/plugin";
import { createDpopNonces } from "./dpop/dpop-nonces.js";
import { oauthFault } from "./faults.js";
import { createActions } from "./scheme/actions.js";
import { createAddToken } from "./scheme/add-token.js";
import { createPendingDeviceFlows } from "./scheme/pending-device-flows.js";
import { RequestProofs } from "./scheme/request-proofs.js";
import { createRenewalGrants } from "./scheme/renewal-grants.js";
import { oauthSetting } from "./setting.js";
import { claimsOf } from "./tokens/claims-of.js";
import { attachableToken } from "./tokens/attachable-token.js";
import { TokenStore } from "./tokens/token-store.js";

export default definePlugin(({ network, secrets, clock, logger, hide, onDispose }) => {
  const { send } = network;
  const disposed = new AbortController();
  const nonces = createDpopNonces();
  const grants = createRenewalGrants(send, clock, nonces);
  const tokens = new TokenStore({ secrets, clock, logger, hide }, grants, disposed.signal);
  const pending = createPendingDeviceFlows();
  // Handlers of onDispose run in reverse order: renewals in progress are completed and stored before calls are aborted.
  onDispose(() => disposed.abort());
  onDispose(() => tokens.whenIdle());
  return {
    handlers: { addToken: createAddToken(tokens, new RequestProofs(clock, nonces)) },
    provides: {
      authSchemes: {
        oauth2: {
          status: async (auth) => pending.get(oauthSetting(auth)) ?? tokens.status(oauthSetting(auth)),
          claims: async (auth) => claimsOf(await tokens.stored(oauthSetting(auth))),
          actions: createActions({ send, clock, logger, tokens, pending, nonces }),
          token: async (auth, signal) => {
            const setting = oauthSetting(auth);
            const record = await tokens.current(setting, { signal });
            if (record.dpopKey !== undefined)
              throw oauthFault("OAUTH_TOKEN_UNUSABLE", {
                problem: "it is bound to a key (DPoP), so requests must use its own profile",
              });
            return attachableToken(setting, record);
          },
        },
      },
    },
  };
});
