// Wires the auth scheme `oauth2`.

import { definePlugin, fault } from "@pictor/kernel/plugin";
import { createActions } from "./scheme/actions.js";
import { createAddToken } from "./scheme/add-token.js";
import { createPendingDeviceFlows } from "./scheme/pending-device-flows.js";
import { createRenewalGrants } from "./scheme/renewal-grants.js";
import { oauthSetting } from "./setting.js";
import { claimsOf } from "./tokens/claims-of.js";
import { attachableToken } from "./tokens/attachable-token.js";
import { createTokenStore } from "./tokens/token-store.js";

export default definePlugin(({ network, secrets, clock, logger, hide, onDispose }) => {
  if (network === undefined || secrets === undefined)
    throw fault("INTERNAL", { reason: "auth-oauth2 needs the permissions network and secrets" });
  const { send } = network;
  const disposed = new AbortController();
  const grants = createRenewalGrants(send, clock);
  const tokens = createTokenStore({ ...grants, secrets, clock, logger, hide, signal: disposed.signal });
  const pending = createPendingDeviceFlows();
  // Handlers of onDispose run in reverse order: renewals in progress are completed and stored before calls are aborted.
  onDispose(() => {
    disposed.abort();
  });
  onDispose(() => tokens.whenIdle());
  return {
    handlers: { addToken: createAddToken(tokens) },
    provides: {
      authSchemes: {
        oauth2: {
          status: async (auth) => pending.get(oauthSetting(auth)) ?? tokens.status(oauthSetting(auth)),
          claims: async (auth) => claimsOf(await tokens.stored(oauthSetting(auth))),
          actions: createActions({ send, clock, logger, tokens, pending }),
          token: async (auth, signal) => {
            const setting = oauthSetting(auth);
            return attachableToken(setting, await tokens.current(setting, { signal }));
          },
        },
      },
    },
  };
});
