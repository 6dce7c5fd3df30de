// Wires the scheme `oauth2`.

import { definePlugin, fault } from "@pictor/kernel/plugin";
import { createActions } from "./actions.js";
import { createAddToken } from "./apply.js";
import { createPending } from "./pending.js";
import { createProvider } from "./provider.js";
import { oauthSetting } from "./setting.js";
import { tokenToAttach } from "./tokens/attach.js";
import { createTokens } from "./tokens/tokens.js";

export default definePlugin(({ network, secrets, clock, logger, hide, onDispose }) => {
  if (network === undefined || secrets === undefined)
    throw fault("INTERNAL", { reason: "auth-oauth2 needs the permissions network and secrets" });
  const { send } = network;
  const ending = new AbortController();
  const provider = createProvider(send, clock);
  const tokens = createTokens({ ...provider, secrets, clock, logger, hide, signal: ending.signal });
  const pending = createPending();
  // Last in, first out: what a provider has answered is kept before its calls are cut.
  onDispose(() => {
    ending.abort();
  });
  onDispose(() => tokens.landed());
  return {
    handlers: { addToken: createAddToken(tokens) },
    provides: {
      authSchemes: {
        oauth2: {
          status: async (auth) => pending.of(oauthSetting(auth)) ?? tokens.status(oauthSetting(auth)),
          actions: createActions({ send, clock, logger, tokens, onPending: pending.set }),
          token: async (auth, signal) => {
            const setting = oauthSetting(auth);
            return tokenToAttach(setting, await tokens.current(setting, { signal }));
          },
        },
      },
    },
  };
});
