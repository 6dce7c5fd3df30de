// The open connections of a listener: few, short, and gone when it closes.

import type { Socket } from "node:net";
import type { Clock } from "@pictor/kernel/plugin";

const maxConnections = 32;
/** A connection carries one small request, so this bounds idle, slow and stalled peers alike. Milliseconds. */
const connectionMs = 10_000;

export interface Connections {
  add(socket: Socket): void;
  destroyAll(): void;
}

/** Past the limit the oldest one goes: whoever holds connections open cannot keep the browser out. */
export function createConnections(clock: Clock): Connections {
  const open = new Map<Socket, () => void>();
  const drop = (socket: Socket): void => {
    open.get(socket)?.();
    open.delete(socket);
    socket.destroy();
  };
  return {
    add(socket) {
      const [oldest] = open.keys();
      if (oldest !== undefined && open.size >= maxConnections) drop(oldest);
      open.set(
        socket,
        clock.after(connectionMs, () => {
          drop(socket);
        }),
      );
      socket.once("close", () => {
        drop(socket);
      });
    },
    destroyAll() {
      for (const socket of [...open.keys()]) drop(socket);
    },
  };
}
