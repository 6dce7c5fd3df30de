// The handshakes of WebSockets, for the events and for the APIs of plugins. A handshake is checked like any request.

import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import { reasonOf, type SocketAcceptance } from "@pictor/kernel";
import type { Caller } from "@pictor/features/base";
import { reachedOrigin, refusalOf, senderOf } from "../access/sender.js";
import type { Credentials } from "../access/credentials.js";
import type { OneTimeCodes } from "../access/one-time-codes.js";
import type { Mount } from "../apis/mounts.js";
import { callerFor, type ApiGate, type Listener } from "../apis/serve-api.js";
import { fault } from "../contract/faults.js";
import type { OpenRecord } from "../http/access-log.js";
import type { EventLog } from "../events/event-log.js";
import { selectedEvents, selectionQuery, type EventQuery } from "../events/event-selection.js";
import { serveEventSocket } from "../events/serve-socket.js";
import { bearerOf, requireScope } from "../http/authenticate.js";
import { problemResponse } from "../http/problem.js";
import { readQuery } from "../http/read-parameters.js";
import { addressOf, handshakeRequest } from "../http/web-request.js";
import { refuseHandshake } from "../http/write-response.js";
import { serveClientSocket } from "./client-socket.js";
import { offeredToken, redeemTicket, subprotocol } from "./tickets.js";

const eventSocketPath = "/v1/events/socket";

/** The stream of events, for holders of a ticket or a token. */
interface EventStream {
  readonly log: EventLog;
  readonly serverId: string;
  readonly credentials: Credentials;
  readonly tickets: OneTimeCodes<Caller>;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

/** A handshake that a port has received. */
interface Handshake {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
  readonly listener: Listener;
  readonly access: OpenRecord;
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
    stream.once("close", () => resolve());
  });

/** Handles the event `upgrade` of Node servers. */
export class UpgradeHandler {
  readonly #gate: ApiGate;
  readonly #events: EventStream;
  readonly #warn: (text: string) => void;
  #servers: ReturnType<typeof openSocketServers> | undefined;
  /** The open WebSockets, with the ids of their tokens. */
  readonly #sockets = new Map<WebSocket, string>();
  /** All connections that Node has handed over, with or without a WebSocket. */
  readonly #connections = new Set<Duplex>();
  readonly #stopListening: () => void;

  /** `warn` tells the person at the server. */
  constructor(gate: ApiGate, events: EventStream, warn: (text: string) => void) {
    this.#gate = gate;
    this.#events = events;
    this.#warn = warn;
    this.#stopListening = events.credentials.onRevoked((id) => {
      for (const [socket, tokenId] of this.#sockets)
        if (tokenId === id) socket.close(closedRevoked, "the token was revoked");
    });
  }

  readonly handle = (request: IncomingMessage, stream: Duplex, head: Buffer, listener: Listener): void => {
    const { openAccess, redact } = this.#gate;
    this.#connections.add(stream);
    stream.once("close", () => this.#connections.delete(stream));
    stream.on("error", () => undefined);
    const path = addressOf(request, listener.url())?.pathname ?? "";
    const { method = "GET", socket } = request;
    const access = openAccess({ method, path, address: socket.remoteAddress });
    this.#upgrade({ request, stream, head, listener, access })
      .catch((error: unknown) => {
        const response = problemResponse(error, redact);
        access.end(response.status);
        return refuseHandshake(stream, response);
      })
      .catch(() => {
        stream.destroy();
      });
  };

  close(): void {
    this.#stopListening();
    for (const socket of this.#sockets.keys()) socket.close(1001, "the server ends");
  }

  /** Resolves when all connections are closed. Clients have a moment to answer the close frame. */
  async disconnect(): Promise<void> {
    const timer = setTimeout(() => {
      for (const stream of this.#connections) stream.destroy();
    }, closeLimitMs);
    await Promise.all([...this.#connections].map(closeOf));
    clearTimeout(timer);
  }

  async #upgrade(handshake: Handshake): Promise<void> {
    const { request, listener, access } = handshake;
    const refusal = refusalOf(senderOf({ method: "GET", headers: request.headers }), listener.names());
    if (refusal !== undefined) throw refusal;
    const url = addressOf(request, reachedOrigin(request.headers.host, listener.names(), listener.url()));
    const mount = url && this.#gate.mounts(url.pathname);
    const isEvents = url?.pathname === eventSocketPath;
    if (url === undefined || (mount === undefined && !isEvents))
      throw fault("API_ROUTE_UNKNOWN", { path: url?.pathname ?? "", suggestion: "" });
    const caller = await this.#callerOf(handshake, mount);
    access.caller(caller.name);
    this.#admit(handshake.stream, caller, mount);
    if (mount !== undefined) return this.#openApiSocket(handshake, mount, caller, url);
    const { log, serverId, signal } = this.#events;
    const query: EventQuery = readQuery(selectionQuery, url.searchParams);
    const options = { ...selectedEvents(query, serverId), signal, caller };
    void serveEventSocket(this.#accept("events", handshake, caller), log, serverId, options);
  }

  async #openApiSocket(handshake: Handshake, mount: Mount, caller: Caller, url: URL): Promise<void> {
    const { request, stream, access } = handshake;
    // Once the WebSocket is open, its `close` event tells the API that the client has disconnected.
    const waiting = new AbortController();
    const leave = (): void => {
      waiting.abort(new DOMException("The client has closed the connection.", "AbortError"));
    };
    stream.once("close", leave);
    const answer = await this.#askApi(mount, caller, handshakeRequest(request, url, waiting.signal), url);
    if (answer instanceof Response) {
      access.end(answer.status);
      await refuseHandshake(stream, answer);
      return;
    }
    request.socket.setKeepAlive(true, keepAliveMs);
    const socket = this.#accept("apis", handshake, caller);
    stream.off("close", leave);
    serveClientSocket(socket, answer, (error) => {
      const { id } = mount.contribution;
      const reason = this.#gate.redact(reasonOf(error));
      this.#warn(`A WebSocket of the API ${id} was closed, because the API failed: ${reason}`);
    });
  }

  /** The holder of the ticket or the token of the handshake. */
  async #callerOf({ request, listener }: Handshake, mount: Mount | undefined): Promise<Caller> {
    const { socket } = request;
    const redeemed = redeemTicket(request, this.#events.tickets);
    const offered = offeredToken(request);
    const headers =
      offered === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${offered}` };
    if (mount !== undefined) {
      const caller = redeemed?.caller ?? listener.caller;
      const known = { ...listener, ...(caller && { caller }) };
      return callerFor(mount, { headers, socket }, known, this.#gate.authentication);
    }
    const token = bearerOf(headers.authorization) ?? (redeemed === undefined ? undefined : "");
    const address = socket.remoteAddress ?? "";
    const caller = redeemed?.caller ?? (await this.#gate.authentication.holderOf(token, address));
    requireScope(caller, "read");
    return caller;
  }

  /** Counts the connection until it is closed, even while its handshake is being answered. */
  #admit(stream: Duplex, { tokenId }: Caller, mount: Mount | undefined): void {
    const release = this.#gate.admission.admit(mount === undefined ? "events" : "apis", tokenId);
    if (stream.destroyed) release();
    else stream.once("close", release);
  }

  /** Accepts the handshake. The socket is closed when the token of its holder is revoked. */
  #accept(of: "events" | "apis", { request, stream, head, access }: Handshake, caller: Caller): WebSocket {
    const { signal, credentials } = this.#events;
    const { tokenId } = caller;
    if (signal.aborted) throw fault("API_HANDSHAKE_INVALID", { reason: "the server ends" });
    this.#servers ??= openSocketServers();
    const socket = acceptHandshake(this.#servers[of], request, stream, head);
    access.end(101);
    this.#sockets.set(socket, tokenId);
    socket.on("close", () => this.#sockets.delete(socket));
    // The token may have been revoked after it was checked.
    if (credentials.isRevoked(tokenId)) socket.close(closedRevoked, "the token was revoked");
    return socket;
  }

  /**
   * Passes a handshake to the API, and resolves to its handlers for the socket, or to the response with which the API
   * refuses.
   */
  async #askApi(
    mount: Mount,
    caller: Caller,
    request: Request,
    url: URL,
  ): Promise<Response | SocketAcceptance> {
    const api = await mount.open();
    if (api.upgrade === undefined) throw fault("API_ROUTE_UNKNOWN", { path: url.pathname, suggestion: "" });
    return api.upgrade(request, this.#gate.contexts.for(caller, url.origin));
  }
}
