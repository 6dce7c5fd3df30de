// Origins on the loopback address that record all requests, and answer as a test decides.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createPort, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import { readFileSync } from "node:fs";
import { fixture } from "../../services/testing/proxies.js";

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  /** Names and values alternately, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** Refuses a handshake with these header lines. */
export type Refusal = readonly [status: number, ...lines: readonly string[]];

const certificate = { cert: readFileSync(fixture("server")), key: readFileSync(fixture("server-key")) };

const arrivedOf = (
  { method = "", url = "", headers, rawHeaders }: IncomingMessage,
  body: string,
): ReceivedRequest => ({ method, url, headers, rawHeaders, body });

function refuse(socket: Duplex, [status, ...lines]: Refusal): void {
  const head = [`HTTP/1.1 ${status} Refused`, ...lines, "content-length: 0", "connection: close"];
  socket.end(`${head.join("\r\n")}\r\n\r\n`);
}

/**
 * Starts a port of 127.0.0.1 that speaks HTTP and HTTPS, so that one host and port has two origins. Without a refusal, it
 * also accepts WebSockets, and echoes their messages.
 */
export async function startOrigin(
  answer: Answer = (_request, response) => void response.end("ok"),
  refusal: (handshake: ReceivedRequest) => Refusal | undefined = () => undefined,
) {
  const arrived: ReceivedRequest[] = [];
  const handshakes: ReceivedRequest[] = [];
  const connections = new Set<Socket>();
  const webSockets = new WebSocketServer({ noServer: true });
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const record = arrivedOf(request, await text(request).catch(() => "(aborted)"));
    arrived.push(record);
    answer(record, response);
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const record = arrivedOf(request, "");
    handshakes.push(record);
    const refused = refusal(record);
    if (refused !== undefined) {
      refuse(socket, refused);
      return;
    }
    webSockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("message", (data) => opened.send(data as Buffer));
    });
  };
  const servers = [createServer(), createSecureServer(certificate)] as const;
  for (const server of servers) {
    server.on(
      "request",
      (request: IncomingMessage, response: ServerResponse) => void take(request, response),
    );
    server.on("upgrade", upgrade);
  }
  const [plain, secure] = servers;
  const port = createPort((socket) => {
    connections.add(socket);
    socket.on("error", () => undefined).on("close", () => connections.delete(socket));
    socket.once("data", (first) => {
      socket.pause();
      socket.unshift(first);
      // A TLS record of type handshake begins with 22 (RFC 8446 section 5.1).
      (first[0] === 22 ? secure : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve) => port.listen(0, "127.0.0.1", resolve));
  const number = (port.address() as AddressInfo).port;
  return {
    arrived,
    handshakes,
    http: `http://127.0.0.1:${number}`,
    https: `https://127.0.0.1:${number}`,
    ws: `ws://127.0.0.1:${number}`,
    /** The same address with another host name. */
    alias: `http://localhost:${number}`,
    close: async () => {
      connections.forEach((socket) => socket.destroy());
      await new Promise<void>((resolve) => port.close(() => resolve()));
    },
  };
}
export type Origin = Awaited<ReturnType<typeof startOrigin>>;

/** Answers with a redirect to any location. */
export const redirectTo =
  (location: (request: ReceivedRequest) => string, status = 302): Answer =>
  (request, response) =>
    void response.writeHead(status, { location: location(request) }).end();
