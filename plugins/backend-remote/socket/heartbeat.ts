// Finding out that a socket is dead though nothing says so: the server never pings, so we do.

import type { Socket } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";

/** Silence after which the server is pinged; proxies cut what is idle for a minute. Milliseconds. */
export const idleMs = 20_000;
/** How long a pong may take. Milliseconds. */
const pongMs = 10_000;

export interface Heartbeat {
  /** A message came, so the socket lives. */
  heard(): void;
  stop(): void;
}

/** Calls `dead` once, when neither a pong nor a message has come for `idleMs` + `pongMs`. */
export function heartbeat(socket: Socket, clock: Clock, dead: () => void): Heartbeat {
  let heardAt = clock.now();
  let isStopped = false;
  let cancel = clock.after(idleMs, check);

  function check(): void {
    // A clock can be set back.
    heardAt = Math.min(heardAt, clock.now());
    const quietMs = clock.now() - heardAt;
    if (quietMs >= idleMs) void ask();
    else cancel = clock.after(idleMs - quietMs, check);
  }

  async function ask(): Promise<void> {
    const askedAt = clock.now();
    const answered = await socket.ping(pongMs).then(
      () => true,
      () => heardAt > askedAt,
    );
    if (isStopped) return;
    if (!answered) {
      dead();
      return;
    }
    heardAt = clock.now();
    cancel = clock.after(idleMs, check);
  }

  return {
    heard() {
      heardAt = clock.now();
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
