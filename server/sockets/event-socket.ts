// The handshake of the event socket. Browsers cannot send headers with it, so a ticket in the subprotocol is the credential;
// other clients send the token as with every request.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { PictorError } from "@pictor/host";
import { refusalOf, type OwnNames } from "../access/caller.js";
import type { AttemptLimiter } from "../access/attempts.js";
import type { Credentials, Holder } from "../access/credentials.js";
import type { OneTimeCodes } from "../access/one-time-codes.js";
import { fault } from "../contract/faults.js";
import { numberInId } from "../events/event-id.js";
import type { EventLog } from "../events/event-log.js";
import { serveEventSocket } from "../events/serve-socket.js";
import { authenticate, bearerOf, requireScope } from "../http/authenticate.js";
import { problemResponse } from "../http/problem.js";

export interface SocketDependencies {
  readonly names: () => OwnNames;
  readonly credentials: Credentials;
  readonly attempts: AttemptLimiter;
  readonly tickets: OneTimeCodes<Holder>;
  readonly log: EventLog;
  readonly serverId: string;
  readonly redact: (text: string) => string;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

const path = "/v1/events/socket";
const subprotocol = "pictor.v1";
const ticketPrefix = "pictor.ticket.";
const maxSocketsPerToken = 20;
/** Clients send nothing: a large message is an attack. */
const maxPayload = 4_096;
const closedRevoked = 4401;

const protocolsOf = (request: IncomingMessage): readonly string[] =>
  (request.headers["sec-websocket-protocol"] ?? "").split(",").map((text) => text.trim());

async function holderOf(request: IncomingMessage, deps: SocketDependencies): Promise<Holder> {
  const ticket = protocolsOf(request).find((text) => text.startsWith(ticketPrefix));
  const redeemed = ticket === undefined ? undefined : deps.tickets.redeem(ticket.slice(ticketPrefix.length));
  if (redeemed !== undefined) return redeemed;
  const token = bearerOf(request.headers.authorization) ?? (ticket === undefined ? undefined : "");
  return authenticate(token, request.socket.remoteAddress ?? "", deps);
}

function refuse(socket: Duplex, error: PictorError, redact: (text: string) => string): void {
  const response = problemResponse(error, redact);
  void response.text().then((body) => {
    const lines = [
      `HTTP/1.1 ${response.status} Refused`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
    ];
    socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}

/** Handles `upgrade` of a Node server. Every check of a request holds for a handshake, too. */
export function createUpgradeHandler(deps: SocketDependencies) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  });
  const sockets = new Map<WebSocket, string>();
  const stop = deps.credentials.onRevoked((id) => {
    for (const [socket, tokenId] of sockets)
      if (tokenId === id) socket.close(closedRevoked, "the token was revoked");
  });

  async function check(request: IncomingMessage): Promise<{ readonly holder: Holder; readonly url: URL }> {
    const { host, origin } = request.headers;
    const fetchSite = request.headers["sec-fetch-site"];
    const caller = {
      method: "GET",
      host,
      origin,
      fetchSite: typeof fetchSite === "string" ? fetchSite : undefined,
    };
    const refusal = refusalOf(caller, deps.names());
    if (refusal !== undefined) throw refusal;
    const url = new URL(request.url ?? "/", "http://server");
    if (url.pathname !== path) throw fault("API_ROUTE_UNKNOWN", { path: url.pathname, suggestion: "" });
    const holder = await holderOf(request, deps);
    requireScope(holder, "read");
    if ([...sockets.values()].filter((id) => id === holder.tokenId).length >= maxSocketsPerToken)
      throw fault("API_TOO_MANY", { what: "sockets of this token", seconds: 60 });
    return { holder, url };
  }

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    stream.on("error", () => undefined);
    const { holder, url } = await check(request);
    server.handleUpgrade(request, stream, head, (socket) => {
      sockets.set(socket, holder.tokenId);
      // The token may have been revoked after it was checked.
      if (deps.credentials.isRevoked(holder.tokenId)) socket.close(closedRevoked, "the token was revoked");
      socket.on("close", () => sockets.delete(socket));
      const { searchParams } = url;
      const since = numberInId(searchParams.get("since") ?? undefined, deps.serverId);
      const types = searchParams.get("types");
      const jobId = searchParams.get("job");
      void serveEventSocket(socket, deps.log, deps.serverId, {
        signal: deps.signal,
        reader: holder,
        ...(since !== undefined && { since }),
        ...(types !== null && { types: types.split(",") }),
        ...(jobId !== null && { jobId }),
      });
    });
  };

  return {
    handle: (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
      upgrade(request, stream, head).catch((error: unknown) => {
        refuse(stream, error as PictorError, deps.redact);
      });
    },
    close(): void {
      stop();
      for (const socket of sockets.keys()) socket.close(1001, "the server ends");
      server.close();
    },
  };
}
