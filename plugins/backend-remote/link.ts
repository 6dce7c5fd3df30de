// What the traffic of an instance says of its server: whether it may have been restarted since.

import { PictorError } from "@pictor/kernel/plugin";
import type { Network, SocketHandlers } from "@pictor/kernel/plugin";

/** Counters that only grow. Who keeps something of the server notes them beside it, and compares. */
export interface Link {
  /** Sockets that have ended, for whatever reason. */
  readonly losses: number;
  /** Requests and handshakes that nobody took: the server was down, and may come back as another one. */
  readonly outages: number;
}

/** What proxies say while nothing runs behind them. */
const away: ReadonlySet<unknown> = new Set([502, 503, 504]);

const isRefused = (error: unknown): boolean =>
  error instanceof PictorError &&
  (error.code === "SOCKET_REFUSED"
    ? away.has(error.details["status"])
    : error.details["systemCode"] === "ECONNREFUSED");

/** A network that counts; `renewed` says that the server was started anew, however little was seen of it. */
export function linked(network: Network): {
  readonly network: Network;
  readonly link: Link;
  readonly renewed: () => void;
} {
  const link = { losses: 0, outages: 0 };
  async function counted<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (isRefused(error)) link.outages++;
      throw error;
    }
  }
  return {
    link,
    renewed() {
      link.outages++;
    },
    network: {
      async send(request, options) {
        const reply = await counted(() => network.send(request, options));
        if (away.has(reply.status)) link.outages++;
        return reply;
      },
      connect(request, handlers, options) {
        const close: SocketHandlers["close"] = (code, reason) => {
          link.losses++;
          handlers.close(code, reason);
        };
        return counted(() => network.connect(request, { ...handlers, close }, options));
      },
    },
  };
}

/** Whether the server may be another one than at `then`. */
export const hasMoved = (then: Link, now: Link): boolean =>
  then.losses !== now.losses || then.outages !== now.outages;
