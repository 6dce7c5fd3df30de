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

/** A network in whose traffic the signs are counted. */
export interface WatchedNetwork {
  readonly network: Network;
  readonly restartSigns: RestartSigns;
  /** Counts a restart that the caller has caused. */
  noteRestart(): void;
}

export function watchForRestarts(inner: Network): WatchedNetwork {
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
