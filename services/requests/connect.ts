// Opens a WebSocket through the same chain as every request; the handshake is one, with purpose `handshake`.

import type { ClientOptions, WebSocket as WsSocket } from "ws";
import {
  fault,
  reasonOf,
  problemOf,
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
import { isImproved, prepare, type Prepared } from "./before-send.js";
import { targetOf, type Connections } from "./connections.js";
import { shownUrl } from "./credentials.js";
import { requestFault, type Trouble } from "./exchange-failure.js";
import { outgoing } from "./outgoing-request.js";
import { defaultTimeoutMs, mayReplay, type SendDependencies } from "./send.js";

/** Repeated lines of one name become one (RFC 9110 section 5.3). */
function joined(headers: readonly HeaderPair[]): Record<string, string> {
  const lines = new Map<string, HeaderPair>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const known = lines.get(key);
    lines.set(key, known === undefined ? [name, value] : [known[0], `${known[1]}, ${value}`]);
  }
  return Object.fromEntries(lines.values());
}

/** Servers send whole images in one frame; the package's own limit of 100 MiB drops the connection. */
const maxFrameBytes = 1024 ** 3;

/** Milliseconds that a server may take to answer a close frame. */
const closeTimeoutMs = 5_000;

type Outcome =
  | { readonly kind: "open"; readonly socket: WsSocket }
  | { readonly kind: "refused"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "failed"; readonly trouble: Trouble };

const frameBytes = (data: Buffer | ArrayBuffer | Buffer[]): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data;

/** Has the connection opened as for every other request. */
function opener(url: URL, { connect }: Connections): ClientOptions["createConnection"] {
  const target = targetOf(url, url.protocol === "wss:" ? "https:" : "ws:");
  const open = (_options: unknown, callback: Parameters<Connections["connect"]>[1]): void => {
    connect(target, callback);
  };
  return open as unknown as NonNullable<ClientOptions["createConnection"]>;
}

interface Around {
  readonly connections: Connections;
  readonly clock: Clock;
  report(problem: Problem): void;
}

async function handshake(
  prepared: Prepared,
  handlers: SocketHandlers,
  options: SendOptions,
  { connections, clock, report }: Around,
): Promise<Outcome> {
  const { timeoutMs = defaultTimeoutMs } = options;
  const { WebSocket } = await import("ws");
  // Also while the package was imported, or in the chain before: an aborted handshake never begins.
  options.signal?.throwIfAborted();
  const socket = new WebSocket(prepared.request.url, {
    headers: joined(prepared.request.headers),
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    createConnection: opener(new URL(prepared.request.url), connections),
  });
  const abort = (): void => {
    socket.terminate();
  };
  options.signal?.addEventListener("abort", abort, { once: true });
  let isOpen = false;
  // What a handler throws must not end the process, nor keep the others from hearing of it.
  const guarded = (handle: () => void): void => {
    try {
      handle();
    } catch (error) {
      report(problemOf(fault("INTERNAL", { reason: reasonOf(error) }, { cause: error })));
    }
  };
  socket.on("message", (data, isBinary) => {
    guarded(() => {
      handlers.message(isBinary ? frameBytes(data) : frameBytes(data).toString());
    });
  });
  socket.on("close", (code, reason) => {
    options.signal?.removeEventListener("abort", abort);
    if (!isOpen) return;
    guarded(() => {
      handlers.close(code, reason.toString());
    });
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
    // Stays in place: an error without a listener would end the process, also after the handshake.
    socket.on("error", (error) => {
      resolve({ kind: "failed", trouble: { kind: "broken", error } });
    });
  });
  return withTimeout(clock, timeoutMs, outcome, () => {
    abort();
    return { kind: "failed", trouble: { kind: "timeout", timeoutMs } };
  });
}

function wrap(socket: WsSocket, clock: Clock): Socket {
  return {
    send(data) {
      socket.send(data);
    },
    ping: (timeoutMs) => {
      let forget = (): void => undefined;
      const answered = new Promise<void>((resolve, reject) => {
        const refuse = (): void => {
          reject(new Error("the socket closed"));
        };
        forget = () => {
          socket.off("pong", resolve).off("close", refuse);
        };
        socket.once("pong", resolve).once("close", refuse);
        if (socket.readyState === socket.OPEN) socket.ping();
        else refuse();
      });
      return withTimeout(clock, timeoutMs, answered, () => {
        throw new Error(`no pong within ${timeoutMs} ms`);
      }).finally(() => {
        forget();
      });
    },
    close: async () => {
      if (socket.readyState === socket.CLOSED) return;
      const closed = new Promise<void>((resolve) => {
        socket.once("close", () => {
          resolve();
        });
      });
      socket.close();
      await withTimeout(clock, closeTimeoutMs, closed, () => {
        socket.terminate();
        return closed;
      });
    },
  };
}

export function createConnect(
  dependencies: Omit<SendDependencies, "transport"> & { open(): Promise<Connections> },
) {
  const { auth, redactor, host, report, open } = dependencies;
  return async function connect(
    input: HandshakeInput,
    handlers: SocketHandlers,
    options: SendOptions = {},
  ): Promise<Socket> {
    options.signal?.throwIfAborted();
    const request = outgoing(input, "handshake", await resolveAuth(input.auth, auth));
    const shake = async (prepared: Prepared) =>
      handshake(prepared, handlers, options, { connections: await open(), clock: host.clock, report });
    let prepared = await prepare(request, { reason: "first" }, options.signal, dependencies);
    let outcome = await shake(prepared);
    if (outcome.kind === "refused" && outcome.status === 401 && mayReplay(request, auth)) {
      const reason = { reason: "challenge", challenge: { status: 401, headers: outcome.headers } } as const;
      const next = await prepare(request, reason, options.signal, dependencies);
      if (isImproved(prepared, next)) outcome = await shake((prepared = next));
    }
    if (outcome.kind === "open") return wrap(outcome.socket, host.clock);
    if (options.signal?.aborted) throw options.signal.reason;
    const url = shownUrl(prepared.request.url, prepared.written, redactor);
    if (outcome.kind === "refused") throw fault("SOCKET_REFUSED", { url, status: outcome.status });
    throw requestFault(outcome.trouble, { method: "GET", url }, redactor.text);
  };
}
