// A frame that is larger than the default limit of `ws` (100 MiB).

import { expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { lab } from "../testing/loopback-servers.js";

it("a frame of 101 MiB is received completely", async () => {
  const bytes = 101 * 2 ** 20;
  const server = await lab.serve();
  const sockets = new WebSocketServer({ server: server.server });
  sockets.on("connection", (socket) => socket.send(Buffer.alloc(bytes)));
  const { pictor } = await lab.kernel();
  const ending = await new Promise<unknown>((resolve) => {
    void pictor.connect(
      { url: server.ws },
      { message: (data) => resolve(data.length), close: (code) => resolve(`closed with ${code}`) },
    );
  });
  expect(ending).toBe(bytes);
});
