// Device flows of this process that wait for the person, for hosts that ask for a status meanwhile.

import type { PendingStatus } from "./device/present.js";
import type { OAuthSetting } from "./setting.js";
import { tokenKey } from "./tokens/key.js";

export interface Pending {
  of(setting: OAuthSetting): PendingStatus | undefined;
  /** Undefined: the flow is over. */
  set(setting: OAuthSetting, status: PendingStatus | undefined): void;
}

export function createPending(): Pending {
  const flows = new Map<string, PendingStatus>();
  return {
    of: (setting) => flows.get(tokenKey(setting)),
    set(setting, status) {
      if (status === undefined) flows.delete(tokenKey(setting));
      else flows.set(tokenKey(setting), status);
    },
  };
}
