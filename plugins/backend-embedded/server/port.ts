// The listening port: it can be shut with every connection reset, and opened again at the same number.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";

export interface Handlers {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

export interface Port {
  readonly number: number;
  /** Resets every connection (TCP RST) and refuses new ones. */
  shut(): void;
  /** Listens again at the same number; tries until that is free, or until `isWanted` says no. */
  reopen(isWanted: () => boolean): Promise<void>;
  /** Ends every connection and the listening. */
  close(): Promise<void>;
}

/** How long to wait when another program has taken the port in the meantime. */
const RETRY_MS = 25;

/** Rejects with Node's own error. */
export async function openPort(host: string, wanted: number, handlers: Handlers): Promise<Port> {
  const connections = new Set<Socket>();
  let server = await listen(host, wanted, handlers, connections);
  const { port } = server.address() as AddressInfo;
  return {
    number: port,
    shut() {
      server.close();
      // One that has said its last word, such as the reply that shuts the port, still gets it out.
      for (const socket of connections) {
        if (socket.writableEnded) socket.destroy();
        else socket.resetAndDestroy();
      }
    },
    async reopen(isWanted) {
      while (isWanted()) {
        try {
          server = await listen(host, port, handlers, connections);
          return;
        } catch {
          await setTimeout(RETRY_MS);
        }
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of connections) socket.destroy();
      }),
  };
}

function listen(host: string, port: number, handlers: Handlers, connections: Set<Socket>): Promise<Server> {
  const server = createServer();
  server.on("request", handlers.request);
  server.on("upgrade", handlers.upgrade);
  server.on("connection", (socket) => {
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
