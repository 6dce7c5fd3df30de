// The WebSocket of one client id: opened on demand, reopened with backoff when it closes.
//
//            whenOpen()             handshake succeeds         renew(), unresponsive
//     idle ------------> connecting ------------------> open -----------------------> ending
//      ^                  |   ^   |                      |                              |
//      | first or final   |   |   | handshake fails      | socket closes                | socket closes
//      | failure          |   |   v                      v                              v
//      +------------------+   +-- waiting <--------------+------------------------------+
//                         timer
//
// close() leads from every state to closed. The next connection begins only after the socket has closed: otherwise the server
// would forget the new socket when the old one closes.

import { backoffMs, defineErrors, fault, PictorError } from "@pictor/kernel/plugin";
import type { JitterClock } from "../base/jitter-clock.js";
import { exchangeFault, maySucceedLater, statusFault } from "../server/exchange-faults.js";
import { isTransientStatus } from "../server/statuses.js";
import { openConnection, type Connection, type ConnectionOptions, type SocketMessage } from "./connection.js";

/**
 * The state that is reported to the caller. `renewing`: the socket was closed on purpose and a new one is being opened;
 * `lost` follows only if the new socket does not open at once. `lost` is followed by `open`, or by `closed` if there are no
 * further attempts.
 */
export type SocketState = "open" | "renewing" | "lost" | "closed";

export interface ReconnectingSocketOptions extends Omit<ConnectionOptions, "signal"> {
  onMessage(data: SocketMessage): void;
  onStateChange(state: SocketState): void;
}

export type ReconnectingSocket = ReturnType<typeof createReconnectingSocket>;

type State =
  | { readonly phase: "idle" | "connecting" | "ending" | "closed" }
  | { readonly phase: "open"; readonly connection: Connection }
  | { readonly phase: "waiting"; readonly cancelTimer: () => void };

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

export function createReconnectingSocket(options: ReconnectingSocketOptions) {
  const { url, auth, clock } = options;
  const closing = new AbortController();
  const backoff = createBackoff(clock);
  let state: State = { phase: "idle" };
  let reported: SocketState | undefined;
  let waiters: readonly Waiter[] = [];
  let closed: Promise<void> | undefined;

  function report(next: SocketState): void {
    if (next === reported) return;
    reported = next;
    options.onStateChange(next);
  }

  function settleWaiters(settle: (waiter: Waiter) => void): void {
    const settled = waiters;
    waiters = [];
    settled.forEach(settle);
  }

  async function connect(attempt: "first" | "further"): Promise<void> {
    state = { phase: "connecting" };
    let connection: Connection;
    try {
      connection = await openConnection({ ...options, signal: closing.signal });
    } catch (error) {
      if (!closing.signal.aborted) connectFailed(socketFault(error, url, auth), attempt);
      return;
    }
    if (closing.signal.aborted) {
      await connection.close().catch(() => undefined);
      return;
    }
    const openedAtMs = clock.now();
    state = { phase: "open", connection };
    report("open");
    settleWaiters((waiter) => waiter.resolve());
    connection.deliver({
      message(data) {
        if (state.phase !== "closed") options.onMessage(data);
      },
      unresponsive() {
        state = { phase: "ending" };
        report("lost");
      },
      closed() {
        backoff.connectionEnded(clock.now() - openedAtMs);
        if (state.phase === "closed") return;
        if (state.phase === "open") report("lost");
        waitAndConnect();
      },
    });
  }

  /** Only the caller retries a first attempt; a further attempt is retried by the timer unless its failure is final. */
  function connectFailed(error: PictorError, attempt: "first" | "further"): void {
    state = { phase: "idle" };
    if (attempt === "further") {
      if (isFinal(error)) report("closed");
      else {
        report("lost");
        waitAndConnect();
      }
    }
    settleWaiters((waiter) => waiter.reject(error));
  }

  function waitAndConnect(): void {
    const cancelTimer = clock.after(backoff.nextPauseMs(), () => void connect("further"));
    state = { phase: "waiting", cancelTimer };
  }

  async function close(how: "afterServer" | undefined): Promise<void> {
    const last = state;
    state = { phase: "closed" };
    settleWaiters((waiter) => waiter.reject(closedFault(url)));
    if (last.phase === "waiting") last.cancelTimer();
    if (last.phase === "open" && how === "afterServer") await last.connection.close();
    closing.abort();
    if (last.phase === "open") await last.connection.close();
    if (last.phase !== "idle") report("closed");
  }

  return {
    /** Settles when the socket is open; rejects if the current attempt, or the next one, fails. */
    whenOpen() {
      if (state.phase === "open") return Promise.resolve();
      if (state.phase === "closed") return Promise.reject(closedFault(url));
      const opened = new Promise<void>((resolve, reject) => {
        waiters = [...waiters, { resolve, reject }];
      });
      if (state.phase === "idle") void connect("first");
      return opened;
    },
    /**
     * Closes the open socket with the closing handshake and opens another one, without reporting a loss. No effect unless
     * open.
     */
    renew() {
      if (state.phase !== "open") return;
      const { connection } = state;
      state = { phase: "ending" };
      report("renewing");
      connection.close().catch(() => undefined);
    },
    /**
     * Closes the socket finally. Settles when the socket has closed: at once, or, with `afterServer`, when the server has
     * answered the closing handshake. Only then can a new socket of the same client id be opened safely.
     */
    close: (how?: "afterServer") => (closed ??= close(how)),
  };
}

/** A connection that is shorter than this, or shorter than the pause before it, counts as another failure. Milliseconds. */
const minLifetimeMs = 1_000;

/** Makes the pauses grow also for a server that closes every connection soon after it was opened. */
function createBackoff(clock: JitterClock): {
  nextPauseMs(): number;
  connectionEnded(lifetimeMs: number): void;
} {
  let failures = 0;
  let pauseMs = 0;
  return {
    nextPauseMs() {
      pauseMs = backoffMs(failures, () => clock.random());
      failures++;
      return pauseMs;
    },
    connectionEnded(lifetimeMs) {
      if (lifetimeMs >= Math.max(minLifetimeMs, pauseMs)) failures = 0;
    },
  };
}

/**
 * Whether another attempt would fail the same way: the server has no WebSocket at this address, or the credentials are
 * missing or refused. A provider that has refused a token would count another request as an attempt to guess the secret.
 */
const isFinal = (error: PictorError): boolean =>
  (error.base.startsWith("AUTH_") && !maySucceedLater(error)) ||
  [404, 405].includes(Number(error.details["status"]));

const refusedSocket = defineErrors({
  REMOTE_NO_WEBSOCKET: {
    base: "BACKEND_REPLY",
    message:
      "{url} opens no WebSocket: it answered with status {status} instead of 101. Nothing was submitted.",
    fix: "If the server is ComfyUI, a proxy or a tunnel in front of it does not pass WebSockets on: enable WebSockets there (in nginx: proxy_http_version 1.1 and the headers Upgrade and Connection), or use an address without it.",
  },
});

const closedFault = (url: string): PictorError =>
  fault("BACKEND_UNREACHABLE", { url, reason: "this connection to it was closed" });

function socketFault(error: unknown, url: string, auth: string | undefined): PictorError {
  const request = { method: "GET", url, auth };
  if (!(error instanceof PictorError) || error.code !== "SOCKET_REFUSED")
    return exchangeFault(error, request);
  const status = Number(error.details["status"]);
  if (status === 401 || status === 403 || isTransientStatus(status))
    return statusFault(status, "a WebSocket (status 101)", request);
  return refusedSocket("REMOTE_NO_WEBSOCKET", { url, status }, { more: { status } });
}
