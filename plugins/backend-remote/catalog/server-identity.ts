// Determines whether the server that a catalog was read from is still the same: it has not been restarted or replaced
// since.

import type { CallOptions } from "@pictor/kernel/plugin";
import type { RemoteServer } from "../server/requests.js";
import type { RestartSigns } from "../server/restart-signs.js";
import type { InfoReader } from "../server/system-stats.js";

/** The counters and the fingerprint of the server at one moment. */
export interface ServerStamp {
  readonly signs: RestartSigns;
  readonly fingerprint: string | undefined;
}

export type ServerIdentity = ReturnType<typeof createServerIdentity>;

export const createServerIdentity = ({ restartSigns }: RemoteServer, { info, fingerprint }: InfoReader) => ({
  /**
   * Returns the present stamp without a request. Callers take a stamp before they send a request, because the server
   * may be restarted before its reply.
   */
  stamp: () => ({ signs: { ...restartSigns }, fingerprint: fingerprint() }),
  /**
   * Whether the server may be another one: after an outage, and for a changed fingerprint. A closed socket alone only
   * causes the fingerprint to be read again.
   */
  async hasChanged(since: ServerStamp, options: CallOptions) {
    if (since.signs.outages !== restartSigns.outages) return true;
    if (since.signs.closedSockets !== restartSigns.closedSockets) await info(options);
    return since.fingerprint !== undefined && fingerprint() !== since.fingerprint;
  },
});
