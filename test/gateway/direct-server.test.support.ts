// Serves a facet `direct` at an address of its own, whatever name clients use for it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listen } from "@pictor/host/testing";
import type { DirectFacet, HeaderPair, Socket } from "@pictor/kernel/plugin";
import { WebSocketServer } from "ws";

const headersOf = ({ headers }: IncomingMessage): readonly HeaderPair[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );

export interface DirectServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveDirect(find: () => Promise<DirectFacet>): Promise<DirectServer> {
  const sockets = new WebSocketServer({ noServer: true });
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on("close", () => gone.abort(new Error("the client is gone")));
    const direct = await find();
    const body = { open: () => request as AsyncIterable<Uint8Array>, replayable: false };
    const { method = "GET", url: path = "/" } = request;
    const hasBody = method === "POST";
    const reply = await direct.send(
      { method, path, headers: headersOf(request), ...(hasBody && { body }) },
      { signal: gone.signal },
    );
    response.writeHead(reply.status, reply.headers);
    if (method === "HEAD") {
      await reply.discard();
      response.end();
    } else await pipeline(reply.body, response);
  }
  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const frames: (string | Uint8Array)[] = [];
    let send = (data: string | Uint8Array): void => void frames.push(data);
    const direct = await find();
    let close = (): void => undefined;
    const server: Socket = await direct.connect(
      { path: request.url ?? "/" },
      { message: (data) => send(data), close: () => close() },
    );
    sockets.handleUpgrade(request, stream, head, (socket) => {
      send = (data) => socket.send(data);
      for (const data of frames) send(data);
      close = () => socket.close();
      socket.on("message", (data: Buffer, isBinary) => void server.send(isBinary ? data : data.toString()));
      socket.on("close", () => void server.close());
      socket.on("error", () => socket.terminate());
    });
  }
  const server = createServer((request, response) => {
    respond(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  server.on("upgrade", (request, stream, head) => {
    upgrade(request, stream, head).catch(() => stream.destroy());
  });
  const { origin, close } = await listen(server);
  return { url: origin, stop: close };
}
