// One WebSocket connection, from the handshake until it has closed.
//
//   openConnection()        deliver()               the socket closes
//   -----------------> buffering ----> delivering ------------------> closed
//
// Until `deliver`, messages are buffered and a close is remembered: the server's first messages can arrive before the caller
// knows that the socket is open.
import type { Network, Socket, Clock } from "@pictor/kernel/plugin";
import type { JitterClock } from "../base/jitter-clock.js";

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

export type SocketMessage = string | Uint8Array;

export interface ConnectionHandlers {
  message(data: SocketMessage): void;
  /** The server answers no pings and sends nothing; the connection is aborted next, and `closed` follows. */
  unresponsive(): void;
  closed(): void;
}

export type Connection = Awaited<ReturnType<typeof openConnection>>;

export interface ConnectionOptions {
  readonly network: Network;
  readonly url: string;
  readonly auth: string | undefined;
  readonly clock: JitterClock;
  /** Aborts the handshake and the open connection. */
  readonly signal: AbortSignal;
}

type Phase =
  | { readonly kind: "buffering"; readonly messages: SocketMessage[]; hasClosed: boolean }
  | { readonly kind: "delivering"; readonly handlers: ConnectionHandlers }
  | { readonly kind: "closed" };

const handshakeTimeoutMs = 30_000;

/**
 * The first message of each connection, the only one from which the server reads flags: asks for previews that name their
 * prompt.
 */
const featureFlags = JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } });

export async function openConnection(options: ConnectionOptions) {
  const { network, url, auth, clock } = options;
  const unresponsive = new AbortController();
  let phase: Phase = { kind: "buffering", messages: [], hasClosed: false };
  const socket: Socket = await network.connect(
    { url, ...(auth === undefined ? {} : { auth }) },
    {
      message(data) {
        if (phase.kind === "buffering") phase.messages.push(data);
        else receive(data);
      },
      close() {
        if (phase.kind === "buffering") phase.hasClosed = true;
        else end();
      },
    },
    { signal: AbortSignal.any([options.signal, unresponsive.signal]), timeoutMs: handshakeTimeoutMs },
  );
  void socket.send(featureFlags);
  const heartbeat = startHeartbeat(socket, clock, () => {
    if (phase.kind === "delivering") phase.handlers.unresponsive();
    unresponsive.abort();
  });

  function receive(data: SocketMessage): void {
    heartbeat.messageReceived();
    if (phase.kind === "delivering") phase.handlers.message(data);
  }

  function end(): void {
    heartbeat.stop();
    if (phase.kind !== "delivering") return;
    const { handlers } = phase;
    phase = { kind: "closed" };
    handlers.closed();
  }

  return {
    /** Delivers the buffered messages, and everything from now on. */
    deliver(handlers: ConnectionHandlers) {
      if (phase.kind !== "buffering") return;
      const buffered = phase;
      phase = { kind: "delivering", handlers };
      buffered.messages.forEach(receive);
      if (buffered.hasClosed) end();
    },
    /** Closes with the closing handshake; settles when the server has answered it, or the connection was aborted. */
    close() {
      heartbeat.stop();
      return socket.close();
    },
  };
}
