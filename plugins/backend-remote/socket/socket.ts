// One WebSocket for the life of an instance: opened on demand, reopened with back-off when it breaks.

import { backoffMs, fault, PictorError } from "@pictor/kernel/plugin";
import type { Network, Socket } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { badStatus, isOutage, unreachable } from "../faults.js";
import { heartbeat } from "./heartbeat.js";
import type { Heartbeat } from "./heartbeat.js";

/**
 * `renewing`: it was ended on purpose, and the next one is on its way; `lost` follows only when that does not open at
 * once. `lost` is followed by `open`, or by `closed` when no further attempt is made.
 */
export type SocketState = "open" | "renewing" | "lost" | "closed";

export interface SocketOptions {
  readonly network: Network;
  readonly url: string;
  readonly auth: string | undefined;
  readonly clock: Clock;
  message(data: string | Uint8Array): void;
  changed(state: SocketState): void;
}

export interface EventSocket {
  /** Settles once the socket is open; rejects when the attempt under way, or the next one, fails. */
  opened(): Promise<void>;
  /** Ends the open socket in all form and opens another one, which is no loss; does nothing while none is open. */
  renew(): void;
  /**
   * Final. Settles when the socket has ended: at once, or, `politely`, when the server has answered, so that a new
   * socket of the same client id is safe from the late end of this one.
   */
  close(how?: "politely"): Promise<void>;
}

type State =
  | { readonly phase: "idle" | "connecting" | "ending" | "closed" }
  | { readonly phase: "open"; readonly socket: Socket; readonly beat: Heartbeat }
  | { readonly phase: "pausing"; readonly cancel: () => void };

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

const handshakeTimeoutMs = 30_000;
/** A connection that lasts shorter than this, or than the pause before it, counts as one more failure. Milliseconds. */
const settledMs = 1_000;

/** The server reads flags only from the first message of each connection; they bring previews that name their prompt. */
const hello = JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } });

/**
 * A new attempt would be refused like this one: no socket is served there, or credentials are wrong or refused to us.
 * Asking a provider again that has refused a token would only count as another attempt to guess its secret.
 */
const isFinal = (error: PictorError): boolean =>
  (error.base.startsWith("AUTH_") && !isOutage(error)) ||
  [404, 405].includes(Number(error.details["status"]));

export function eventSocket(options: SocketOptions): EventSocket {
  const { network, url, auth, clock } = options;
  const closing = new AbortController();
  let state: State = { phase: "idle" };
  let waiters: readonly Waiter[] = [];
  let failures = 0;
  let pausedMs = 0;
  let closed: Promise<void> | undefined;
  let told: SocketState | undefined;

  function tell(next: SocketState): void {
    if (next === told) return;
    told = next;
    options.changed(next);
  }

  function settle(outcome: (waiter: Waiter) => void): void {
    const settled = waiters;
    waiters = [];
    settled.forEach(outcome);
  }

  /** `again`: the socket was open before, so a failure leads to the next attempt. */
  async function attempt(again: boolean): Promise<void> {
    state = { phase: "connecting" };
    const life = { isOpen: false, hasEnded: false };
    let openedAt = clock.now();
    const cut = new AbortController();
    let beat: Heartbeat | undefined;
    // The greeting can come before we know that the socket is open.
    const early: (string | Uint8Array)[] = [];
    const take = (data: string | Uint8Array): void => {
      beat?.heard();
      if (state.phase !== "closed") options.message(data);
    };
    const handlers = {
      message(data: string | Uint8Array): void {
        if (life.isOpen) take(data);
        else early.push(data);
      },
      close(): void {
        life.hasEnded = true;
        if (life.isOpen) ended();
      },
    };
    /** A server that cuts every connection after its greeting is spared like one that takes none. */
    const ended = (): void => {
      if (clock.now() - openedAt >= Math.max(settledMs, pausedMs)) failures = 0;
      lost();
    };
    try {
      const request = { url, purpose: "handshake" as const, ...(auth === undefined ? {} : { auth }) };
      const signal = AbortSignal.any([closing.signal, cut.signal]);
      const limits = { signal, timeoutMs: handshakeTimeoutMs };
      const socket = await network.connect(request, handlers, limits);
      if (closing.signal.aborted) {
        await socket.close();
        return;
      }
      socket.send(hello);
      beat = heartbeat(socket, clock, () => {
        leave("lost");
        cut.abort();
      });
      state = { phase: "open", socket, beat };
      life.isOpen = true;
      openedAt = clock.now();
      tell("open");
      settle((waiter) => {
        waiter.resolve();
      });
      early.forEach(take);
      if (life.hasEnded) ended();
    } catch (error) {
      if (!closing.signal.aborted) failed(refusal(error, url, auth), again);
    }
  }

  function failed(error: PictorError, again: boolean): void {
    state = { phase: "idle" };
    if (again && isFinal(error)) tell("closed");
    if (again && !isFinal(error)) {
      tell("lost");
      pause();
    }
    settle((waiter) => {
      waiter.reject(error);
    });
  }

  /** The open socket is not used any more, and its end is under way. */
  function leave(as: "renewing" | "lost"): void {
    if (state.phase === "open") state.beat.stop();
    state = { phase: "ending" };
    tell(as);
  }

  /** The old socket has ended: reopening earlier would let its end take the new one off the server's list. */
  function lost(): void {
    if (state.phase === "closed") return;
    if (state.phase === "open") leave("lost");
    pause();
  }

  function pause(): void {
    pausedMs = backoffMs(failures, () => clock.chance());
    const cancel = clock.after(pausedMs, () => void attempt(true));
    failures++;
    state = { phase: "pausing", cancel };
  }

  async function shut(how: "politely" | undefined): Promise<void> {
    const last = state;
    state = { phase: "closed" };
    settle((waiter) => {
      waiter.reject(closedFault(url));
    });
    if (last.phase === "pausing") last.cancel();
    if (last.phase === "open") last.beat.stop();
    if (last.phase === "open" && how === "politely") await last.socket.close();
    closing.abort();
    if (last.phase === "open") await last.socket.close();
    if (last.phase !== "idle") tell("closed");
  }

  return {
    opened() {
      if (state.phase === "open") return Promise.resolve();
      if (state.phase === "closed") return Promise.reject(closedFault(url));
      const opened = new Promise<void>((resolve, reject) => {
        waiters = [...waiters, { resolve, reject }];
      });
      if (state.phase === "idle") void attempt(false);
      return opened;
    },
    renew() {
      if (state.phase !== "open") return;
      const { socket } = state;
      leave("renewing");
      socket.close().catch(() => undefined);
    },
    close: (how) => (closed ??= shut(how)),
  };
}

const closedFault = (url: string): PictorError =>
  fault("BACKEND_UNREACHABLE", { url, reason: "this connection to it was closed" });

function refusal(error: unknown, url: string, auth: string | undefined): PictorError {
  const asked = { method: "GET", url, auth };
  if (!(error instanceof PictorError) || error.code !== "SOCKET_REFUSED") return unreachable(error, asked);
  return badStatus(Number(error.details["status"]), "a WebSocket (status 101)", asked);
}
