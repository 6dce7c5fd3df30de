// A server on the loopback address that records what arrives, and answers as a rule has told it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { HeaderPair } from "@pictor/kernel";
import { listen } from "../../listen.js";
import type { AuthSample, SampleAnswer, SampleHeaders } from "../samples.js";

/** A request or a handshake as it stood on the wire. */
export interface Arrived {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

export interface RecordingServer {
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  /** Addresses elsewhere that were asked for: this server is the proxy for them, and passes nothing on. */
  readonly strays: readonly string[];
  /** The paths of `pages` that were asked for. */
  readonly asked: readonly string[];
  /** The answers to the next requests. All others are answered with 200. */
  next(...answers: readonly SampleAnswer[]): void;
  close(): Promise<void>;
}

const pairsOf = ({ rawHeaders }: IncomingMessage): readonly HeaderPair[] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : []));

const refusal = (status: number, headers: SampleHeaders = {}): string =>
  [
    `HTTP/1.1 ${status} Refused`,
    ...Object.entries({ ...headers, connection: "close", "content-length": "0" }).map((pair) =>
      pair.join(": "),
    ),
    "\r\n",
  ].join("\r\n");

/** `pages` are answers by path, such as those of a token endpoint; requests for them are not recorded. */
export async function recordingServer(pages: AuthSample["pages"] = {}): Promise<RecordingServer> {
  const arrived: Arrived[] = [];
  const strays: string[] = [];
  const asked: string[] = [];
  const queue: SampleAnswer[] = [];
  const record = (request: IncomingMessage, body: Buffer): SampleAnswer | undefined => {
    const { method = "", url = "" } = request;
    arrived.push({ method, target: url, headers: pairsOf(request), body });
    return queue.shift();
  };
  const answerOf = (request: IncomingMessage, body: Buffer): SampleAnswer => {
    const { url = "" } = request;
    if (!url.startsWith("/")) {
      strays.push(url);
      return { status: 502 };
    }
    const page = pages[url.split("?", 1)[0] ?? url];
    if (page === undefined) return record(request, body) ?? {};
    const before = asked.push(url) - 1;
    return typeof page === "function" ? page(before) : page;
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request).catch(() => Buffer.from("(aborted)"));
    const { status = 200, headers = {}, body: text = "" } = answerOf(request, body);
    response.writeHead(status, headers).end(text);
  };
  const server = createServer((request, response) => void take(request, response));
  server.on("upgrade", (request, socket) => {
    const { status = 403, headers } = record(request, Buffer.alloc(0)) ?? {};
    socket.end(refusal(status, headers));
  });
  server.on("connect", ({ url = "" }, socket) => {
    strays.push(url);
    socket.end(refusal(502));
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    arrived,
    strays,
    asked,
    next: (...answers) => void queue.splice(0, Infinity, ...answers),
    close,
  };
}
