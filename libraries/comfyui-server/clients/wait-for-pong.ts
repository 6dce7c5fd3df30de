// Waits until a client has received all of its messages, because a TCP reset may discard unread data.
import type { WebSocket } from "ws";

/** The longest wait for a client that does not answer. */
const TIMEOUT_MS = 2_000;

export type PingableSocket = Pick<WebSocket, "readyState" | "OPEN" | "ping" | "once" | "off">;

/** Sends a ping. Settles with its pong, when the socket closes, or after the timeout. */
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
