// Servers of tests on the loopback address.

import type { AddressInfo, Server, Socket } from "node:net";

export interface Listening {
  readonly port: number;
  /** `127.0.0.1` with the port. */
  readonly host: string;
  /** The address over http, without a slash at its end. */
  readonly origin: string;
  /** The origin with a slash. */
  readonly url: string;
  /** The open connections. */
  readonly sockets: ReadonlySet<Socket>;
  /** Ends the connections, too. */
  close(): Promise<void>;
}

/** Lets a server of `node:http`, `node:https`, `node:http2` or `node:net` listen on a free port. */
export async function listen(server: Server, address = "127.0.0.1"): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const host = `${address}:${port}`;
  return {
    port,
    host,
    origin: `http://${host}`,
    url: `http://${host}/`,
    sockets,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
