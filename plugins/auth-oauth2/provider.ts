// The calls that renew a token without a person, for the token store.

import type { Clock, Network } from "@pictor/kernel/plugin";
import { clientCredentials, kindOfFailure, password, refresh } from "./protocol/grants.js";
import type { Provider } from "./tokens/renew.js";

export const createProvider = (send: Network["send"], clock: Clock): Provider => ({
  refresh: (setting, refreshToken, signal) =>
    refresh(setting, refreshToken, undefined, { send, clock, signal }),
  fetch: (setting, signal) =>
    (setting.fields.grantType === "password" ? password : clientCredentials)(setting, {
      send,
      clock,
      signal,
    }),
  kindOfFailure,
});
