// The device flows of this process that wait for the user, so that a status request can show their code.

import type { PendingStatus } from "../device/show-user-code.js";
import type { OAuthSetting } from "../setting.js";
import { tokenKey } from "../tokens/token-key.js";

export interface PendingDeviceFlows {
  get(setting: OAuthSetting): PendingStatus | undefined;
  /** Undefined when the flow has ended. */
  set(setting: OAuthSetting, status: PendingStatus | undefined): void;
}

export function createPendingDeviceFlows(): PendingDeviceFlows {
  const statuses = new Map<string, PendingStatus>();
  return {
    get: (setting) => statuses.get(tokenKey(setting)),
    set(setting, status) {
      if (status === undefined) statuses.delete(tokenKey(setting));
      else statuses.set(tokenKey(setting), status);
    },
  };
}
