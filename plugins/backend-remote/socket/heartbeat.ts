// Detects a dead connection that was never closed: the server sends no pings, so the client does.

import type { Clock, Socket } from "@pictor/kernel/plugin";

/** Time of silence in milliseconds after which a ping is sent; proxies close connections that are idle for a minute. */
export const idleMs = 20_000;
/** Time limit in milliseconds for the pong. */
const pongTimeoutMs = 10_000;

/** Calls `onDead` once, when neither a pong nor a message has arrived for `idleMs` + `pongTimeoutMs`. */
export function startHeartbeat(socket: Socket, clock: Clock, onDead: () => void) {
  let lastSignAtMs = clock.now();
  let isStopped = false;
  let cancelTimer = clock.after(idleMs, check);

  function check(): void {
    // The system clock may have been set back.
    lastSignAtMs = Math.min(lastSignAtMs, clock.now());
    const silenceMs = clock.now() - lastSignAtMs;
    if (silenceMs >= idleMs) void ping();
    else cancelTimer = clock.after(idleMs - silenceMs, check);
  }

  async function ping(): Promise<void> {
    const pingedAtMs = clock.now();
    const isAlive = await socket.ping(pongTimeoutMs).then(
      () => true,
      () => lastSignAtMs > pingedAtMs,
    );
    if (isStopped) return;
    if (!isAlive) {
      onDead();
      return;
    }
    lastSignAtMs = clock.now();
    cancelTimer = clock.after(idleMs, check);
  }

  return {
    /** Any message counts as a sign of life. */
    messageReceived() {
      lastSignAtMs = clock.now();
    },
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}
