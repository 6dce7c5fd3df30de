// The gateway before a server that a test controls: pictor serve with a port of its own for the backend `studio`.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createTestFolder, listen } from "@pictor/host/testing";
import { createPictor, loadConfiguration } from "@pictor/host";
import { createServer as createApi } from "@pictor/server";
import { WebSocket, WebSocketServer } from "ws";

export interface Upstream {
  readonly url: string;
  /** Answers every request that is allowed. */
  answer(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Receives every socket that is allowed. */
  onSocket(handler: (socket: WebSocket, request: IncomingMessage) => void): void;
  /** Decides which requests and handshakes are allowed; others get status 401. */
  permit(isAllowed: (request: IncomingMessage) => boolean | Promise<boolean>): void;
  close(): Promise<void>;
}

const systemStats = { system: { comfyui_version: "0.8.0", argv: [] }, devices: [] };

/** A server whose replies the test sets. It answers /system_stats itself. */
export async function startUpstream(): Promise<Upstream> {
  let handler = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(404).end();
  };
  let isAllowed: (request: IncomingMessage) => boolean | Promise<boolean> = () => true;
  let onSocket: (socket: WebSocket, request: IncomingMessage) => void = () => undefined;
  const sockets = new WebSocketServer({ noServer: true });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!(await isAllowed(request))) {
      request.resume();
      response.writeHead(401, { "WWW-Authenticate": "Basic realm=studio" }).end();
    } else if (request.url?.endsWith("/system_stats") === true) {
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(systemStats));
    } else handler(request, response);
  };
  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    if (await isAllowed(request))
      sockets.handleUpgrade(request, stream, head, (socket) => onSocket(socket, request));
    else stream.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  };
  const server = createServer((request, response) => void respond(request, response));
  server.on("upgrade", (request, stream, head) => void upgrade(request, stream, head));
  const { origin, close } = await listen(server);
  return {
    url: origin,
    answer(next) {
      handler = next;
    },
    onSocket(next) {
      onSocket = next;
    },
    permit(next) {
      isAllowed = next;
    },
    close,
  };
}

export interface Gateway {
  /** The port of its own, which is the server of the backend `studio`. */
  readonly url: string;
  /** The same below the port of the API, which needs the token. */
  readonly mounted: string;
  readonly token: string;
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly baseUrl: string;
  /** The profile of the backend. Default: none. */
  readonly profile?: { readonly type: string; readonly settings: object };
  /** Other settings of the backend. */
  readonly settings?: object;
}

export async function startGateway({ baseUrl, profile, settings = {} }: GatewayOptions): Promise<Gateway> {
  const folder = createTestFolder();
  const configuration = await loadConfiguration({
    directory: folder,
    flags: {
      backends: { studio: { kind: "remote", baseUrl, ...(profile && { auth: "studio" }), ...settings } },
      ...(profile && {
        profiles: { studio: { type: profile.type, schemes: { [profile.type]: profile.settings } } },
      }),
    },
  });
  const server = await createApi({
    folder,
    ports: () => [{ port: 0, path: "/comfy/studio" }],
    createPictor: (interaction) => createPictor({ configuration, interaction }),
  });
  return {
    url: server.ports[0]?.url ?? "",
    mounted: `${server.url}/comfy/studio`,
    token: server.token,
    async close() {
      await server.close();
    },
  };
}

/** A socket to an address of http, with the frames that it has received. */
export function openSocket(url: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(url.replace(/^http/, "ws"), { headers });
  const frames: (string | Buffer)[] = [];
  socket.on("message", (data: Buffer, isBinary) => frames.push(isBinary ? data : data.toString()));
  const opened = new Promise<WebSocket>((resolve, reject) => {
    socket.on("open", () => resolve(socket));
    socket.on("error", reject);
  });
  const closed = new Promise<readonly [number, string]>((resolve) => {
    socket.on("close", (code, reason) => resolve([code, reason.toString()]));
  });
  return { socket, frames, opened, closed };
}
