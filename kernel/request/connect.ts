// Opens a WebSocket through the same chain as every request; the handshake is one, with purpose `handshake`.

import type { WebSocket as WsSocket } from "ws";
import { fault } from "../errors/catalogue.js";
import { reasonOf } from "../errors/define.js";
import { problemOf } from "../hooks/call.js";
import type { Clock } from "../hooks/clock.js";
import { within } from "../hooks/settle.js";
import type { Problem } from "../hooks/types.js";
import { resolveAuth } from "./auth-setting.js";
import { prepare, type ChainReason, type Prepared } from "./chain.js";
import { shownUrl } from "./credentials.js";
import { outgoing } from "./outgoing.js";
import { defaultTimeoutMs, mayReplay, plainCause, type SendDependencies } from "./send.js";
import type { HeaderPair, RequestInput, SendOptions, Socket, SocketHandlers } from "./types.js";

/** Repeated lines of one name become one (RFC 9110 section 5.3). */
function joined(headers: readonly HeaderPair[]): Record<string, string> {
  const lines = Object.create(null) as Record<string, string>;
  for (const [name, value] of headers) {
    const known = Object.keys(lines).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
    lines[known] = lines[known] === undefined ? value : `${lines[known]}, ${value}`;
  }
  return lines;
}

/** Servers send whole pictures in one frame; the package's own limit of 100 MiB drops the connection. */
const maxFrameBytes = 1024 ** 3;

type Outcome =
  | { readonly kind: "open"; readonly socket: WsSocket }
  | { readonly kind: "refused"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "failed"; readonly error: Error };

const bytesOf = (data: Buffer | ArrayBuffer | Buffer[]): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data;

async function handshake(
  prepared: Prepared,
  handlers: SocketHandlers,
  options: SendOptions,
  report: (problem: Problem) => void,
): Promise<Outcome> {
  const { WebSocket } = await import("ws");
  // Also while the package was imported, or in the chain before: an aborted handshake never begins.
  options.signal?.throwIfAborted();
  const socket = new WebSocket(prepared.request.url, {
    headers: joined(prepared.request.headers),
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    handshakeTimeout: options.timeoutMs ?? defaultTimeoutMs,
  });
  const abort = (): void => {
    socket.terminate();
  };
  options.signal?.addEventListener("abort", abort, { once: true });
  let isOpen = false;
  socket.on("message", (data, isBinary) => {
    try {
      handlers.message(isBinary ? bytesOf(data) : bytesOf(data).toString());
    } catch (error) {
      // A frame that its reader cannot take must not end the process, nor the frames behind it.
      report(problemOf(fault("INTERNAL", { reason: reasonOf(error) }, { cause: error })));
    }
  });
  socket.on("close", (code, reason) => {
    options.signal?.removeEventListener("abort", abort);
    if (isOpen) handlers.close(code, reason.toString());
  });
  return new Promise((resolve) => {
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
      resolve({ kind: "failed", error });
    });
  });
}

function wrap(socket: WsSocket, clock: Clock): Socket {
  return {
    send(data) {
      socket.send(data);
    },
    ping: (timeoutMs) => {
      const answered = new Promise<void>((resolve, reject) => {
        socket.once("pong", resolve);
        socket.once("close", () => {
          reject(new Error("the socket closed"));
        });
        socket.ping();
      });
      return within(clock, timeoutMs, answered, () => {
        throw new Error(`no pong within ${timeoutMs} ms`);
      });
    },
    close: () =>
      new Promise((resolve) => {
        if (socket.readyState === socket.CLOSED) {
          resolve();
          return;
        }
        socket.once("close", () => {
          resolve();
        });
        socket.close();
      }),
  };
}

export function createConnect(dependencies: Omit<SendDependencies, "transport">) {
  const { auth, redactor, host, report } = dependencies;
  return async function connect(
    input: RequestInput,
    handlers: SocketHandlers,
    options: SendOptions = {},
  ): Promise<Socket> {
    options.signal?.throwIfAborted();
    const request = outgoing(input, "handshake", await resolveAuth(input.auth, auth));
    const attempt = async (reason: ChainReason) => {
      const prepared = await prepare(request, reason, options.signal, dependencies);
      return { prepared, outcome: await handshake(prepared, handlers, options, report) };
    };
    let { prepared, outcome } = await attempt({ reason: "first" });
    if (outcome.kind === "refused" && outcome.status === 401 && mayReplay(request, auth.schemes())) {
      const challenge = { status: 401, headers: outcome.headers };
      ({ prepared, outcome } = await attempt({ reason: "challenge", challenge }));
    }
    if (outcome.kind === "open") return wrap(outcome.socket, host.clock);
    if (options.signal?.aborted) throw options.signal.reason;
    const url = shownUrl(prepared.request.url, prepared.written, redactor);
    if (outcome.kind === "refused") throw fault("SOCKET_REFUSED", { url, status: outcome.status });
    const details = { method: "GET", url, reason: redactor.text(reasonOf(outcome.error)) };
    const systemCode = (outcome.error as NodeJS.ErrnoException).code;
    throw fault("REQUEST_FAILED", details, {
      cause: plainCause(details.reason, systemCode),
      more: { systemCode },
    });
  };
}
