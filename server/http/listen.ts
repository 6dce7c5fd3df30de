// A port on which a Node server answers requests and handshakes.

import { createServer, type RequestListener } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { onWebSocketHandshake } from "@pictor/http-upgrades";

/** Time limits for clients, in milliseconds, so that slow clients do not hold connections. */
export interface TimeLimits {
  /** Limit for receiving the headers of a request, and for the first request after the connection was opened. */
  readonly headersMs: number;
  /** Limit for receiving a whole request. */
  readonly requestMs: number;
  /** Limit for the time between the end of a reply and the next request. */
  readonly keepAliveMs: number;
  /** Limit for the time without a byte in either direction, for example if a client does not read its reply. */
  readonly idleMs: number;
  /** Milliseconds between two checks for connections that exceed the first two limits. */
  readonly checkMs: number;
}

export const standardLimits: TimeLimits = {
  headersMs: 10_000,
  requestMs: 300_000,
  keepAliveMs: 5_000,
  // The idle limit must be longer than the longest `Prefer: wait`.
  idleMs: 900_000,
  checkMs: 5_000,
};

/** The address on which only this machine reaches a port. */
export const loopback = "127.0.0.1";

export interface ListenOptions {
  readonly hostname: string;
  /** The port; 0 for a free one. */
  readonly port: number;
  readonly limits: TimeLimits;
  readonly request: RequestListener;
  /** Receives handshakes of WebSockets; a request for another upgrade is answered as plain HTTP/1.1. */
  readonly upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
}

export interface OpenPort {
  readonly port: number;
  /** Stops accepting connections. Resolves when the open connections have ended; `disconnect` ends them. */
  close(): Promise<void>;
  disconnect(): void;
}

/** Addresses that only this machine reaches, besides 127.0.0.1, as they are written in a URL. */
const loopbackHosts: ReadonlyMap<string, string> = new Map([
  ["::1", "[::1]"],
  ["localhost", "localhost"],
]);

/** The address, on this machine, of a server that listens on all addresses. */
export const loopbackUrl = (hostname: string, port: number): string =>
  `http://${loopbackHosts.get(hostname) ?? loopback}:${port}`;

/**
 * A request with several Host headers is refused, whatever they say (RFC 9112 section 3.2); Node shows only the first.
 */
const hasSeveralHosts = ({ headersDistinct }: IncomingMessage): boolean =>
  (headersDistinct["host"]?.length ?? 0) > 1;

const refuseRequest: RequestListener = (_incoming, outgoing) => {
  outgoing.writeHead(400, { Connection: "close" }).end();
};
const refuseHandshake = (stream: Duplex): void => {
  stream.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
};

/** Opens the port. Rejects as `server.listen` does. */
export async function openPort(options: ListenOptions): Promise<OpenPort> {
  const { hostname, port, limits, request, upgrade } = options;
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    (incoming, outgoing) => (hasSeveralHosts(incoming) ? refuseRequest : request)(incoming, outgoing),
  );
  server.timeout = limits.idleMs;
  // The number of headers is unlimited, because Node drops excess headers without an error. Their size is limited to 16
  // KiB instead.
  server.maxHeadersCount = 0;
  onWebSocketHandshake(server, (incoming, stream, head) => {
    if (hasSeveralHosts(incoming)) refuseHandshake(stream);
    else upgrade(incoming, stream, head);
  });
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
        server.close(() => resolve());
      }),
    disconnect() {
      server.closeAllConnections();
    },
  };
}
