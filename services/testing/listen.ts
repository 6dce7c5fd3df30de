// Servers of tests on free ports of the loopback address.

import type { AddressInfo, Server, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Closes the server and all its connections when the test ends, or when `close` is called. */
export async function listen(server: Server, address = "127.0.0.1") {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const close = async (): Promise<void> => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { port, sockets, close, url: `http://127.0.0.1:${port}/` };
}
