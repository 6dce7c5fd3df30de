// The WebSocket endpoint: handshake, initial status, exchange of feature flags.
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { Client } from "../clients/clients.js";
import { isReply, newSocketState } from "../faults/behavior.js";
import { refusalFor } from "../http/guard.js";
import { requestUrl } from "../http/request-url.js";
import { clientIdIn, filterExtraData, openSocket } from "@pictor/comfyui-protocol";
import { embeddedEngine } from "../engine/embedded-engine.js";
import type { ServerContext } from "../engine/server-context.js";

/** Longest message from a client. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export function createSocketServer(context: ServerContext) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: true,
  });
  return {
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer) {
      const url = requestUrl(request);
      const refusal =
        refusalFor(request, context) ?? (isSocketPath(url) ? faultFor(context, url) : NOT_FOUND);
      if (refusal) {
        refuse(stream, refusal);
        return;
      }
      server.handleUpgrade(request, stream, head, (socket) =>
        welcome(context, socket, request.socket, clientIdIn(url.searchParams)),
      );
    },
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

interface RefusedHandshake {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const NOT_FOUND: RefusedHandshake = { status: 404, headers: {} };

const isSocketPath = ({ pathname }: URL): boolean => pathname === "/ws" || pathname === "/api/ws";

function refuse(stream: Duplex, { status, headers }: RefusedHandshake): void {
  stream.on("error", () => stream.destroy());
  const lines = Object.entries({ ...headers, "Content-Length": "0", Connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head}\r\n`);
}

/** The refusal with which a fault answers the handshake, if any. */
function faultFor(
  { faults, catalog }: ServerContext,
  { searchParams: query }: URL,
): RefusedHandshake | undefined {
  const body = (): Promise<Buffer> => Promise.resolve(Buffer.alloc(0));
  const answer = faults.request({ method: "GET", path: "/ws", query, body, catalog, filterExtraData });
  return isReply(answer) ? { status: answer.status, headers: {} } : undefined;
}

function welcome(context: ServerContext, socket: WebSocket, connection: Socket, clientId: string): void {
  const { catalog, clients, faults, runner } = context;
  runner.prepare();
  const client: Client = {
    clientId,
    socket,
    wantsMetadata: false,
    faultState: newSocketState(),
    send: (message) => clients.sendTo(client, message),
    reset() {
      connection.resetAndDestroy();
    },
  };
  clients.add(client);
  socket.on("close", () => clients.remove(client));
  socket.on("error", () => socket.terminate());
  const engine = embeddedEngine(context, { catalog, filterExtraData });
  const receive = openSocket(engine, client, faults.ignoresMessage);
  socket.on("message", (data: Buffer, isBinary: boolean) => receive(isBinary ? data : data.toString("utf8")));
}
