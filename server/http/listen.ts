// A port on which a Node server answers requests and handshakes.

import { createServer, type RequestListener } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/** Time limits for clients, in milliseconds, so that slow clients do not hold connections. */
export interface TimeLimits {
  /** For the headers of a request, and for the first request after the connection was opened. */
  readonly headersMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** Between the end of a reply and the next request. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction, such as a client that does not read its reply. */
  readonly idleMs: number;
  /** How often the server looks for connections that exceed the first two limits. */
  readonly checkMs: number;
}

export const standardLimits: TimeLimits = {
  headersMs: 10_000,
  requestMs: 300_000,
  keepAliveMs: 5_000,
  // Longer than the longest `Prefer: wait`.
  idleMs: 900_000,
  checkMs: 5_000,
};

export interface ListenOptions {
  readonly hostname: string;
  /** The port; 0 for a free one. */
  readonly port: number;
  readonly limits: TimeLimits;
  readonly request: RequestListener;
  readonly upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
}

export interface OpenPort {
  readonly port: number;
  /** Accepts no more connections. Resolves when the open ones have ended; `disconnect` ends them. */
  close(): Promise<void>;
  disconnect(): void;
}

/** Addresses that only this machine reaches, besides 127.0.0.1, as they are written in a URL. */
const loopbackHosts: ReadonlyMap<string, string> = new Map([
  ["::1", "[::1]"],
  ["localhost", "localhost"],
]);

/** A server on all addresses is reached from this machine under the loopback address. */
export const loopbackUrl = (hostname: string, port: number): string =>
  `http://${loopbackHosts.get(hostname) ?? "127.0.0.1"}:${port}`;

/** Rejects as `server.listen` does. */
export async function openPort(options: ListenOptions): Promise<OpenPort> {
  const { hostname, port, limits } = options;
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    options.request,
  );
  server.timeout = limits.idleMs;
  // Node drops all headers after the 2,000th without an error. The size of the headers is limited to 16 KiB instead.
  server.maxHeadersCount = 0;
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
