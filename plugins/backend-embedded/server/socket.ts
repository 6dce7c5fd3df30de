// The WebSocket endpoint: handshake, first status, feature flags.
import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import { isReply, newLine } from "../faults/hooks.js";
import { isObject, parseJson } from "../json.js";
import type { Client } from "./clients.js";
import { features } from "./features.js";
import { shownExtraData } from "./extra-data.js";
import { refusalFor } from "./guard.js";
import { requestUrl } from "./request-url.js";
import type { ServerParts } from "./parts.js";

/** Longest message from a client: 4 MiB. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export interface SocketServer {
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): void;
}

export function createSocketServer(parts: ServerParts): SocketServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: true,
  });
  return {
    upgrade(request, stream, head) {
      const url = requestUrl(request);
      const refusal =
        refusalFor(request, parts) ?? (isSocketPath(url.pathname) ? struckBy(parts, url) : NOT_FOUND);
      if (refusal) {
        refuse(stream, refusal.status, refusal.headers);
        return;
      }
      server.handleUpgrade(request, stream, head, (socket) => {
        welcome(parts, { socket, connection: request.socket }, clientIdOf(url));
      });
    },
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

/** No id and an empty one are the same: the server makes one of 32 hexadecimal digits. */
function clientIdOf(url: URL): string {
  const given = url.searchParams.get("clientId") ?? "";
  return given === "" ? randomUUID().replaceAll("-", "") : given;
}

interface Refused {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const NOT_FOUND: Refused = { status: 404, headers: {} };

const isSocketPath = (path: string): boolean => path === "/ws" || path === "/api/ws";

function refuse(stream: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  stream.on("error", () => stream.destroy());
  const lines = Object.entries({ ...headers, "Content-Length": "0", Connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${head}\r\n`);
}

/** The answer of a fault in place of the handshake. */
function struckBy({ faults, catalog }: ServerParts, { searchParams: query }: URL): Refused | undefined {
  const body = (): Promise<Buffer> => Promise.resolve(Buffer.alloc(0));
  const answer = faults.request({ method: "GET", path: "/ws", query, body, catalog, shownExtraData });
  return isReply(answer) ? { status: answer.status, headers: {} } : undefined;
}

interface Connection {
  readonly socket: WebSocket;
  /** The one below it. */
  readonly connection: Socket;
}

function welcome(parts: ServerParts, { socket, connection }: Connection, clientId: string): void {
  parts.runner.prepare();
  const client: Client = {
    socket,
    previewMetadata: false,
    line: newLine(),
    reset() {
      connection.resetAndDestroy();
    },
  };
  parts.clients.add(clientId, client);
  socket.on("close", () => {
    parts.clients.remove(clientId, client);
  });
  socket.on("error", () => {
    socket.terminate();
  });
  const say = (type: string, data: unknown): void => {
    parts.clients.tell(client, type, data);
  };
  say("status", { status: { exec_info: { queue_remaining: parts.queue.remaining() } }, sid: clientId });
  const node = parts.runner.activeNode(clientId);
  if (node !== undefined) say("executing", { node });
  const listen = (data: RawData, isBinary: boolean): void => {
    const message = isBinary ? undefined : readMessage(data);
    if (message === undefined) return;
    socket.off("message", listen);
    socket.on("message", () => undefined);
    if (!isObject(message) || message["type"] !== "feature_flags") return;
    if (parts.faults.ignores("feature_flags")) return;
    client.previewMetadata =
      isObject(message["data"]) && message["data"]["supports_preview_metadata"] === true;
    say("feature_flags", features(parts.maxUploadBytes));
  };
  socket.on("message", listen);
}

/** Undefined for text that is not JSON: it does not count as the first message. */
function readMessage(data: RawData): unknown {
  try {
    return parseJson((data as Buffer).toString("utf8"));
  } catch {
    return undefined;
  }
}
