// The device flows of this process that are waiting for the user, so that a status request can show their codes.

import type { PendingStatus } from "../device/show-user-code.js";
import type { OAuthSetting } from "../setting.js";
import { tokenKey } from "../tokens/token-key.js";

export interface PendingDeviceFlows {
  get(setting: OAuthSetting): PendingStatus | undefined;
  /** Sets the status of a running flow; undefined removes the flow when it has ended. */
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
