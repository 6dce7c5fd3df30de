// The handshakes of WebSockets: for the events, and for the APIs of plugins. A handshake is checked as every request
// is.

import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import { reasonOf, type Logger, type SocketAcceptance } from "@pictor/host";
import { callerOf, reachedOrigin, refusalOf } from "../access/caller.js";
import type { Credentials, Holder } from "../access/credentials.js";
import type { OneTimeCodes } from "../access/one-time-codes.js";
import { createApiContext } from "../apis/api-context.js";
import type { Mount } from "../apis/mounts.js";
import { holderFor, type Listener, type ServeApiDependencies } from "../apis/serve-api.js";
import { fault } from "../contract/faults.js";
import type { OpenRecord } from "../http/access-log.js";
import { authenticate, bearerOf, requireScope } from "../http/authenticate.js";
import { problemResponse } from "../http/problem.js";
import { addressOf, handshakeRequest } from "../http/web-request.js";
import { refuseHandshake } from "../http/write-response.js";
import { serveClientSocket } from "./client-socket.js";
import { eventSocketPath, openEventSocket, type EventSocketDependencies } from "./event-socket.js";
import { offeredToken, redeemTicket, subprotocol } from "./tickets.js";

export interface UpgradeDependencies extends EventSocketDependencies, ServeApiDependencies {
  readonly credentials: Credentials;
  readonly tickets: OneTimeCodes<Holder>;
  readonly logger?: Pick<Logger, "warn">;
}

/** Clients of the events send no messages, so a large message is an attack. */
const maxEventPayload = 4_096;
const maxApiPayload = 16 * 1024 * 1024;
/** Milliseconds for which the stopping server waits for the close frames of the clients. */
const closeLimitMs = 1_000;
const closedRevoked = 4401;
/** Milliseconds after which the operating system checks whether a silent client is still connected. */
const keepAliveMs = 30_000;

const require = createRequire(import.meta.url);

/** `ws` is loaded for the first handshake. `require` is faster than `import`, which looks for the names of its exports. */
function openSocketServers() {
  const { WebSocketServer: Server } = require("ws") as { readonly WebSocketServer: typeof WebSocketServer };
  const open = (maxPayload: number): WebSocketServer =>
    new Server({
      noServer: true,
      maxPayload,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
    });
  return { events: open(maxEventPayload), apis: open(maxApiPayload) };
}

/** Accepts a handshake, and returns the socket. Throws `API_HANDSHAKE_INVALID` for an invalid one. */
function acceptHandshake(
  server: WebSocketServer,
  ...[request, stream, head]: readonly [IncomingMessage, Duplex, Buffer]
): WebSocket {
  const accepted: { socket?: WebSocket; reason?: string } = {};
  const refuse = ({ message }: Error, refused: Duplex): void => {
    if (refused === stream) accepted.reason = message;
  };
  server.on("wsClientError", refuse);
  server.handleUpgrade(request, stream, head, (socket) => (accepted.socket = socket));
  server.off("wsClientError", refuse);
  if (accepted.socket !== undefined) return accepted.socket;
  throw fault("API_HANDSHAKE_INVALID", { reason: accepted.reason ?? "the connection has ended" });
}

const closeOf = (stream: Duplex): Promise<void> =>
  new Promise((resolve) => {
    stream.once("close", () => {
      resolve();
    });
  });

/** Handles the event `upgrade` of Node servers. */
export function createUpgradeHandler(deps: UpgradeDependencies) {
  let servers: ReturnType<typeof openSocketServers> | undefined;
  const sockets = new Map<WebSocket, string>();
  /** All connections that Node has handed over, with or without a WebSocket. */
  const connections = new Set<Duplex>();
  const stop = deps.credentials.onRevoked((id) => {
    for (const [socket, tokenId] of sockets)
      if (tokenId === id) socket.close(closedRevoked, "the token was revoked");
  });

  async function holderOf(request: IncomingMessage, listener: Listener, mount?: Mount): Promise<Holder> {
    const { socket } = request;
    const redeemed = redeemTicket(request, deps.tickets);
    const offered = offeredToken(request);
    const headers =
      offered === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${offered}` };
    if (mount !== undefined) {
      const holder = redeemed?.holder ?? listener.holder;
      return holderFor(mount, { headers, socket }, { ...listener, ...(holder && { holder }) }, deps);
    }
    const token = bearerOf(headers.authorization) ?? (redeemed === undefined ? undefined : "");
    const address = socket.remoteAddress ?? "";
    const holder = redeemed?.holder ?? (await authenticate(token, address, deps));
    requireScope(holder, "read");
    return holder;
  }

  /** Counts the connection until it is closed, also while its handshake is answered. */
  const admit = (stream: Duplex, { tokenId }: Holder, mount: Mount | undefined): void => {
    const release = deps.admission.admit(mount === undefined ? "events" : "apis", tokenId);
    if (stream.destroyed) release();
    else stream.once("close", release);
  };

  const accept = (
    of: "events" | "apis",
    ...handshake: readonly [IncomingMessage, Duplex, Buffer]
  ): WebSocket => {
    if (deps.signal.aborted) throw fault("API_HANDSHAKE_INVALID", { reason: "the server ends" });
    servers ??= openSocketServers();
    return acceptHandshake(servers[of], ...handshake);
  };

  const keep = (socket: WebSocket, { tokenId }: Holder): void => {
    sockets.set(socket, tokenId);
    socket.on("close", () => sockets.delete(socket));
    // The token may have been revoked after it was checked.
    if (deps.credentials.isRevoked(tokenId)) socket.close(closedRevoked, "the token was revoked");
  };

  /**
   * Passes a handshake to the API, and resolves to its handlers for the socket, or to the response with which the API
   * refuses.
   */
  async function askApi(
    mount: Mount,
    holder: Holder,
    request: IncomingMessage,
    gone: AbortSignal,
    url: URL,
  ): Promise<Response | SocketAcceptance> {
    const api = await mount.open();
    if (api.upgrade === undefined) throw fault("API_ROUTE_UNKNOWN", { path: url.pathname, suggestion: "" });
    const context = createApiContext(deps, holder, url.origin);
    return api.upgrade(handshakeRequest(request, url, gone), context);
  }

  const upgrade = async (
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    listener: Listener,
    access: OpenRecord,
  ): Promise<void> => {
    stream.on("error", () => undefined);
    const refusal = refusalOf(callerOf({ method: "GET", headers: request.headers }), listener.names());
    if (refusal !== undefined) throw refusal;
    const url = addressOf(request, reachedOrigin(request.headers.host, listener.names(), listener.url()));
    const mount = url && deps.mounts(url.pathname);
    const isEvents = url?.pathname === eventSocketPath;
    if (url === undefined || (mount === undefined && !isEvents))
      throw fault("API_ROUTE_UNKNOWN", { path: url?.pathname ?? "", suggestion: "" });
    const holder = await holderOf(request, listener, mount);
    access.holder(holder.name);
    admit(stream, holder, mount);
    if (mount === undefined) {
      const socket = accept("events", request, stream, head);
      access.end(101);
      keep(socket, holder);
      openEventSocket(socket, url, holder, deps);
      return;
    }
    // Once the WebSocket is open, its `close` event tells the API that the client has disconnected.
    const waiting = new AbortController();
    const leave = (): void => {
      waiting.abort(new DOMException("The client has closed the connection.", "AbortError"));
    };
    stream.once("close", leave);
    const answer = await askApi(mount, holder, request, waiting.signal, url);
    if (answer instanceof Response) {
      access.end(answer.status);
      await refuseHandshake(stream, answer);
      return;
    }
    request.socket.setKeepAlive(true, keepAliveMs);
    const socket = accept("apis", request, stream, head);
    access.end(101);
    stream.off("close", leave);
    keep(socket, holder);
    serveClientSocket(socket, answer, (error) => {
      deps.logger?.warn(`${mount.contribution.id}: ${reasonOf(error)}`);
    });
  };

  return {
    handle: (request: IncomingMessage, stream: Duplex, head: Buffer, listener: Listener): void => {
      connections.add(stream);
      stream.once("close", () => connections.delete(stream));
      const path = addressOf(request, listener.url())?.pathname ?? "";
      const { method = "GET", socket } = request;
      const access = deps.openAccess({ method, path, address: socket.remoteAddress });
      upgrade(request, stream, head, listener, access)
        .catch((error: unknown) => {
          const response = problemResponse(error, deps.redact);
          access.end(response.status);
          return refuseHandshake(stream, response);
        })
        .catch(() => {
          stream.destroy();
        });
    },
    close(): void {
      stop();
      for (const socket of sockets.keys()) socket.close(1001, "the server ends");
    },
    /** Resolves when no connection is left. Clients have a moment to answer the close frame. */
    async disconnect(): Promise<void> {
      const timer = setTimeout(() => {
        for (const stream of connections) stream.destroy();
      }, closeLimitMs);
      await Promise.all([...connections].map(closeOf));
      clearTimeout(timer);
    },
  };
}
