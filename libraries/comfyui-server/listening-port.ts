// The listening port, which can be closed for a while, with every connection reset, and opened again under the same number.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { onWebSocketHandshake } from "@pictor/http-upgrades";

export interface RequestHandlers {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

export type ListeningPort = Awaited<ReturnType<typeof openPort>>;

/** Delay between two attempts to listen when another program has taken the port. */
const RETRY_MS = 25;

/** Opens the port. Rejects with the error of Node.js when the address cannot be used. */
export async function openPort(host: string, requested: number, handlers: RequestHandlers) {
  const connections = new Set<Socket>();
  let server = await listen(host, requested, handlers, connections);
  const { port } = server.address() as AddressInfo;
  return {
    number: port,
    /** Resets every connection (TCP RST) and refuses new ones. */
    interrupt() {
      server.close();
      // A half-closed connection is not reset, because it may still send its reply, for example to the request that
      // caused the outage.
      for (const socket of connections) {
        if (socket.writableEnded) socket.destroy();
        else socket.resetAndDestroy();
      }
    },
    /** Listens again on the same port number. Retries until the port is free, or until the signal is aborted. */
    async reopen(signal: AbortSignal) {
      while (!signal.aborted) {
        try {
          server = await listen(host, port, handlers, connections);
          return;
        } catch {
          await setTimeout(RETRY_MS);
        }
      }
    },
    /** Closes every connection and stops listening. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of connections) socket.destroy();
      }),
  };
}

function listen(
  host: string,
  port: number,
  handlers: RequestHandlers,
  connections: Set<Socket>,
): Promise<Server> {
  const server = createServer();
  server.on("request", handlers.request);
  onWebSocketHandshake(server, handlers.upgrade);
  server.on("connection", (socket) => {
    // A connection comes again after a request that has offered another protocol.
    if (connections.has(socket)) return;
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}
