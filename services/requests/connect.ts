// Opens a WebSocket. The handshake is a request with the purpose `handshake`, and passes `beforeSend` like every request.

import { createRequire } from "node:module";
import type { ClientOptions, WebSocket as WsSocket } from "ws";
import {
  errorOf,
  fault,
  problemFor,
  type Clock,
  withTimeout,
  type Problem,
  type HandshakeInput,
  type HeaderPair,
  type SendOptions,
  type Socket,
  type SocketHandlers,
} from "@pictor/kernel";
import { resolveAuth } from "./auth-setting.js";
import {
  hasCredentials,
  hasNewCredentials,
  runBeforeSend,
  type PreparedRequest,
  type RequestSources,
} from "./before-send.js";
import type { ConnectionSet, Connections } from "./connections.js";
import { targetOf } from "./tunnels.js";
import { redactedUrl } from "./credentials.js";
import { requestFault, type ExchangeFailure } from "./exchange-failure.js";
import { sendFrame, takeFrames } from "./frames.js";
import { withSentHeaders } from "./header-text.js";
import { outgoingRequest } from "./outgoing-request.js";
import { defaultTimeoutMs, canAnswerChallenge } from "./send.js";

/** Joins repeated headers of one name (RFC 9110 section 5.3). */
function joinHeaders(headers: readonly HeaderPair[]): Record<string, string> {
  const lines = new Map<string, HeaderPair>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const known = lines.get(key);
    lines.set(key, known === undefined ? [name, value] : [known[0], `${known[1]}, ${value}`]);
  }
  return Object.fromEntries(lines.values());
}

/**
 * The largest frame. Servers send whole images in one frame, and `ws` drops the connection for more than its default of
 * 100 MiB.
 */
const maxFrameBytes = 1024 ** 3;

/** Milliseconds that a server may take to answer a close frame. */
const closeTimeoutMs = 5_000;

type Outcome =
  | { readonly kind: "open"; readonly socket: WsSocket }
  | { readonly kind: "refused"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "failed"; readonly failure: ExchangeFailure };

/** Makes `ws` open its connection as other requests do, with proxies and certificates. */
function createConnectionOption(url: URL, { connect }: ConnectionSet): ClientOptions["createConnection"] {
  const target = targetOf(url, url.protocol === "wss:" ? "https:" : "ws:");
  const open = (_options: unknown, callback: Parameters<ConnectionSet["connect"]>[1]): void => {
    connect(target, callback);
  };
  return open as unknown as NonNullable<ClientOptions["createConnection"]>;
}

const require = createRequire(import.meta.url);

interface HandshakeDependencies {
  readonly connections: ConnectionSet;
  readonly clock: Clock;
  report(problem: Problem): void;
}

async function handshake(
  prepared: PreparedRequest,
  handlers: SocketHandlers,
  options: SendOptions,
  { connections, clock, report }: HandshakeDependencies,
): Promise<Outcome> {
  const { timeoutMs = defaultTimeoutMs } = options;
  // `ws` is loaded by the first handshake. As in undici.ts, `require` is faster than `import`.
  const { WebSocket } = require("ws") as { readonly WebSocket: typeof WsSocket };
  // The signal may have aborted during `beforeSend`.
  options.signal?.throwIfAborted();
  const socket = new WebSocket(prepared.request.url, {
    headers: joinHeaders(withSentHeaders(prepared.request, prepared.credentials).headers),
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    createConnection: createConnectionOption(new URL(prepared.request.url), connections),
  });
  const abort = (): void => {
    socket.terminate();
  };
  options.signal?.addEventListener("abort", abort, { once: true });
  let isOpen = false;
  // An error of a handler must neither end the process nor skip the other listeners.
  const failed = (error: unknown): void => {
    report(problemFor(errorOf(error)));
  };
  takeFrames(socket, (frame) => handlers.message(frame), failed);
  socket.on("close", (code, reason) => {
    options.signal?.removeEventListener("abort", abort);
    if (!isOpen) return;
    try {
      handlers.close(code, reason.toString());
    } catch (error) {
      failed(error);
    }
  });
  const outcome = new Promise<Outcome>((resolve) => {
    socket.once("open", () => {
      isOpen = true;
      resolve({ kind: "open", socket });
    });
    socket.once("unexpected-response", (_request, response) => {
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      );
      resolve({ kind: "refused", status: response.statusCode ?? 0, headers });
      response.resume();
      socket.terminate();
    });
    // This listener stays after the handshake, because an error without a listener would end the process.
    socket.on("error", (error) => resolve({ kind: "failed", failure: { kind: "broken", error } }));
  });
  return withTimeout(clock, timeoutMs, outcome, () => {
    abort();
    return { kind: "failed", failure: { kind: "timeout", timeoutMs } };
  });
}

function createSocket(socket: WsSocket, clock: Clock): Socket {
  return {
    send: (data) => sendFrame(socket, data),
    ping: (timeoutMs) => {
      let removeListeners = (): void => undefined;
      const answered = new Promise<void>((resolve, reject) => {
        const onClose = (): void => {
          reject(new Error("the socket closed"));
        };
        removeListeners = () => {
          socket.off("pong", resolve).off("close", onClose);
        };
        socket.once("pong", resolve).once("close", onClose);
        if (socket.readyState === socket.OPEN) socket.ping();
        else onClose();
      });
      return withTimeout(clock, timeoutMs, answered, () => {
        throw new Error(`no pong within ${timeoutMs} ms`);
      }).finally(() => removeListeners());
    },
    close: async (code, reason) => {
      if (socket.readyState === socket.CLOSED) return;
      const closed = new Promise<void>((resolve) => {
        socket.once("close", () => resolve());
      });
      socket.close(code, reason);
      await withTimeout(clock, closeTimeoutMs, closed, () => {
        socket.terminate();
        return closed;
      });
    },
  };
}

export function createConnect(sources: RequestSources, open: () => Promise<Connections>) {
  const { auth, redactor, host, report, userAgent } = sources;
  return async function connect(
    input: HandshakeInput,
    handlers: SocketHandlers,
    options: SendOptions = {},
  ): Promise<Socket> {
    options.signal?.throwIfAborted();
    const request = outgoingRequest(input, "handshake", await resolveAuth(input, auth), userAgent);
    const tryHandshake = async (prepared: PreparedRequest) =>
      handshake(prepared, handlers, options, {
        connections: (await open()).setFor(new URL(request.url).origin.replace(/^ws/, "http"), request.auth),
        clock: host.clock,
        report,
      });
    let prepared = await runBeforeSend(request, { reason: "first" }, options.signal, sources);
    let outcome = await tryHandshake(prepared);
    for (let answered = 0; outcome.kind === "refused" && outcome.status === 401; answered++) {
      if (!canAnswerChallenge(request, auth, answered)) break;
      const challenge = { status: 401, headers: outcome.headers };
      const reason = { reason: "challenge", challenge, isRefusal: hasCredentials(prepared) } as const;
      const next = await runBeforeSend(request, reason, options.signal, sources);
      if (!hasNewCredentials(prepared, next)) break;
      outcome = await tryHandshake((prepared = next));
    }
    if (outcome.kind === "open") return createSocket(outcome.socket, host.clock);
    if (options.signal?.aborted) throw options.signal.reason;
    const url = redactedUrl(prepared.request.url, prepared.credentials, redactor);
    if (outcome.kind === "refused") throw fault("SOCKET_REFUSED", { url, status: outcome.status });
    throw requestFault(outcome.failure, { method: "GET", url }, redactor.text);
  };
}
