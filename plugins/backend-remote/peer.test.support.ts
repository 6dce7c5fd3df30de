// A small fake ComfyUI that speaks the wire: scripted routes over node:http, sockets over ws.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";

/** One request as it arrived. */
export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A route's answer: a status and, as JSON unless it is text, a body; or what the function does to the response. */
export type Answer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Record<string, string>;
    }
  | ((response: ServerResponse, request: Seen) => void);

export interface FakePeer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Answers `METHOD /path` (without query); several answers are given in turn, the last one for ever. */
  answer(route: string, ...answers: readonly Answer[]): void;
  /** Refuses the next upgrades with this status; undefined accepts again. */
  refuseSockets(status: number | undefined): void;
  /** Settles with the next socket that connects, and the first message that it sends. */
  socket(): Promise<{ readonly socket: WebSocket; readonly path: string; readonly first: unknown }>;
  close(): Promise<void>;
}

export async function fakePeer(): Promise<FakePeer> {
  const seen: Seen[] = [];
  const answers = new Map<string, readonly Answer[]>();
  const waiting: ((accepted: Awaited<ReturnType<FakePeer["socket"]>>) => void)[] = [];
  const accepted: Awaited<ReturnType<FakePeer["socket"]>>[] = [];
  let refused: number | undefined;

  const server = createServer((request, response) => void serve(request, response));
  const sockets = new WebSocketServer({ noServer: true });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const arrived: Seen = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(arrived);
    const key = `${method} ${url.split("?")[0] ?? ""}`;
    const [answer = { status: 404 }, ...later] = answers.get(key) ?? [];
    if (later.length > 0) answers.set(key, later);
    if (typeof answer === "function") {
      answer(response, arrived);
      return;
    }
    const type = answer.json === undefined ? {} : { "content-type": "application/json; charset=utf-8" };
    response.writeHead(answer.status ?? 200, { ...type, ...answer.headers });
    response.end(answer.json === undefined ? (answer.text ?? "") : JSON.stringify(answer.json));
  }

  server.on("upgrade", (request, stream, head) => {
    const { method = "", url = "", headers } = request;
    seen.push({ method, path: url, headers, body: "" });
    if (refused !== undefined) {
      stream.end(`HTTP/1.1 ${refused} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.send(
        JSON.stringify({ type: "status", data: { status: { exec_info: { queue_remaining: 0 } }, sid: "s" } }),
      );
      socket.once("message", (data: Buffer) => {
        const arrival = { socket, path: url, first: JSON.parse(data.toString()) as unknown };
        const waiter = waiting.shift();
        if (waiter === undefined) accepted.push(arrival);
        else waiter(arrival);
      });
    });
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: (route, ...given) => void answers.set(route, given),
    refuseSockets: (status) => {
      refused = status;
    },
    socket: () => {
      const arrival = accepted.shift();
      return arrival === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(arrival);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
