// Counts the signs in an instance's traffic that its server may have been restarted, so that caches can be dropped.

import { PictorError, type Network, type SocketHandlers } from "@pictor/kernel/plugin";
import { isGatewayFailure } from "./statuses.js";

/** Counters that only grow. A cache stores their values beside its entry and compares them before it uses the entry. */
export interface RestartSigns {
  /** Sockets that have closed, for any reason. */
  readonly closedSockets: number;
  /** Requests and handshakes that no server accepted: the server was down and may come back changed. */
  readonly outages: number;
}

const isRefusedConnection = (error: unknown): boolean =>
  error instanceof PictorError &&
  (error.code === "SOCKET_REFUSED"
    ? isGatewayFailure(error.details["status"])
    : error.details["systemCode"] === "ECONNREFUSED");

/** Wraps a network so that the signs in its traffic are counted. `noteRestart` counts a restart that the caller caused. */
export function watchForRestarts(inner: Network): {
  readonly network: Network;
  readonly restartSigns: RestartSigns;
  readonly noteRestart: () => void;
} {
  const restartSigns = { closedSockets: 0, outages: 0 };
  async function countingOutages<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (isRefusedConnection(error)) restartSigns.outages++;
      throw error;
    }
  }
  return {
    restartSigns,
    noteRestart() {
      restartSigns.outages++;
    },
    network: {
      async send(request, options) {
        const reply = await countingOutages(() => inner.send(request, options));
        if (isGatewayFailure(reply.status)) restartSigns.outages++;
        return reply;
      },
      connect(request, handlers, options) {
        const close: SocketHandlers["close"] = (code, reason) => {
          restartSigns.closedSockets++;
          handlers.close(code, reason);
        };
        return countingOutages(() => inner.connect(request, { ...handlers, close }, options));
      },
    },
  };
}

/** Whether the server may have been restarted between two readings of the counters. */
export const mayHaveRestarted = (before: RestartSigns, now: RestartSigns): boolean =>
  before.closedSockets !== now.closedSockets || before.outages !== now.outages;
