// A port on which a Node server answers requests and handshakes.

import { createServer, type RequestListener } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

export interface ListenOptions {
  readonly hostname: string;
  /** 0: a free one. */
  readonly port: number;
  /** Milliseconds in which a client must have sent its whole request. */
  readonly requestTimeoutMs: number;
  readonly request: RequestListener;
  readonly upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
}

export interface OpenPort {
  readonly port: number;
  /** Accepts no more connections. Resolves when the open ones have ended, which `disconnect` causes. */
  close(): Promise<void>;
  disconnect(): void;
}

/** Addresses that only this machine reaches, besides 127.0.0.1, as they stand in a URL. */
const loopbackHosts: ReadonlyMap<string, string> = new Map([
  ["::1", "[::1]"],
  ["localhost", "localhost"],
]);

/** A server on all addresses is reached from this machine by the loopback address. */
export const loopbackUrl = (hostname: string, port: number): string =>
  `http://${loopbackHosts.get(hostname) ?? "127.0.0.1"}:${port}`;

/** A client has this long for its headers, so that slow ones do not hold connections. */
const headersTimeoutMs = 10_000;
/** How often Node looks for connections that exceed the limits. */
const checkIntervalMs = 5_000;

/** Rejects as `server.listen` does. */
export async function openPort(options: ListenOptions): Promise<OpenPort> {
  const { hostname, port, requestTimeoutMs: requestTimeout } = options;
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout, connectionsCheckingInterval: checkIntervalMs },
    options.request,
  );
  server.on("upgrade", options.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
    disconnect() {
      server.closeAllConnections();
    },
  };
}
