// Waits until a client has received everything that was sent to it: a TCP reset may discard unread data.
import type { WebSocket } from "ws";

/** Clients that do not answer are not waited for any longer. */
const TIMEOUT_MS = 2_000;

export type PingableSocket = Pick<WebSocket, "readyState" | "OPEN" | "ping" | "once" | "off">;

/** Settles with the pong of a ping that is sent now, when the socket closes, or after the timeout. */
export function waitForPong(socket: PingableSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      socket.off("pong", finish);
      socket.off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    socket.once("pong", finish);
    socket.once("close", finish);
    socket.ping();
  });
}
