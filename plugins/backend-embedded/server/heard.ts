// Waits until a client has read what was sent to it, which its pong shows: a reset may discard what was not read yet.
import type { WebSocket } from "ws";

/** Clients that do not answer are not waited for any longer. */
const LONGEST_WAIT_MS = 2_000;

/** What is used of a socket. */
export type Heard = Pick<WebSocket, "readyState" | "OPEN" | "ping" | "once" | "off">;

export function whenHeard(socket: Heard): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      socket.off("pong", end);
      socket.off("close", end);
      resolve();
    };
    const timer = setTimeout(end, LONGEST_WAIT_MS);
    socket.once("pong", end);
    socket.once("close", end);
    socket.ping();
  });
}
