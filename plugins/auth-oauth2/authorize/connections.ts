// Limits the open connections of a listener in number and duration, and closes all of them with it.

import type { Socket } from "node:net";
import type { Clock } from "@pictor/kernel/plugin";

const maxConnections = 32;
/** A connection carries one small request, so this limit covers idle, slow and stalled peers alike. */
const maxDurationMs = 10_000;

export interface ConnectionLimit {
  add(socket: Socket): void;
  destroyAll(): void;
}

/** A connection over the limit replaces the oldest one, so that idle connections cannot keep the browser out. */
export function createConnectionLimit(clock: Clock): ConnectionLimit {
  const timers = new Map<Socket, () => void>();
  const destroy = (socket: Socket): void => {
    timers.get(socket)?.();
    timers.delete(socket);
    socket.destroy();
  };
  return {
    add(socket) {
      const [oldest] = timers.keys();
      if (oldest !== undefined && timers.size >= maxConnections) destroy(oldest);
      const cancelTimer = clock.after(maxDurationMs, () => destroy(socket));
      timers.set(socket, cancelTimer);
      socket.once("close", () => destroy(socket));
    },
    destroyAll() {
      for (const socket of [...timers.keys()]) destroy(socket);
    },
  };
}
