// A fake ComfyUI server for tests, with scripted replies over node:http and sockets over ws.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "@pictor/host/testing";
import { WebSocketServer, type WebSocket } from "ws";

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A scripted reply: a status with JSON or text, or a function that writes the response itself. */
export type Answer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Record<string, string>;
    }
  | ((response: ServerResponse, request: ReceivedRequest) => void);

export interface AcceptedSocket {
  readonly socket: WebSocket;
  /** Path and query of the handshake. */
  readonly path: string;
  /** The first message that the client sent, parsed. */
  readonly first: unknown;
}

export interface FakeServer {
  readonly url: string;
  /** All requests and handshakes so far. */
  readonly received: readonly ReceivedRequest[];
  /** Scripts `METHOD /path` (without query). Several answers are used in turn; the last one is repeated. */
  answer(route: string, ...answers: readonly Answer[]): void;
  /** Refuses further handshakes with this status; undefined accepts them again. */
  refuseSockets(status: number | undefined): void;
  /** Settles with the next socket that connects, as soon as it has sent its first message. */
  socket(): Promise<AcceptedSocket>;
  close(): Promise<void>;
}

export async function startFakeServer(): Promise<FakeServer> {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, readonly Answer[]>();
  const waiters: ((accepted: AcceptedSocket) => void)[] = [];
  const accepted: AcceptedSocket[] = [];
  let refusalStatus: number | undefined;

  const server = createServer((request, response) => void serve(request, response));
  const sockets = new WebSocketServer({ noServer: true });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const arrived: ReceivedRequest = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(arrived);
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
    received.push({ method, path: url, headers, body: "" });
    if (refusalStatus !== undefined) {
      stream.end(`HTTP/1.1 ${refusalStatus} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.send(
        JSON.stringify({ type: "status", data: { status: { exec_info: { queue_remaining: 0 } }, sid: "s" } }),
      );
      socket.once("message", (data: Buffer) => {
        const arrival = { socket, path: url, first: JSON.parse(data.toString()) as unknown };
        const waiter = waiters.shift();
        if (waiter === undefined) accepted.push(arrival);
        else waiter(arrival);
      });
    });
  });

  const { origin, close } = await listen(server);
  return {
    url: origin,
    received,
    answer: (route, ...scripted) => void answers.set(route, scripted),
    refuseSockets: (status) => {
      refusalStatus = status;
    },
    socket: () => {
      const arrival = accepted.shift();
      return arrival === undefined
        ? new Promise((resolve) => waiters.push(resolve))
        : Promise.resolve(arrival);
    },
    close,
  };
}
