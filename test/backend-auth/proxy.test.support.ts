// A reverse proxy in front of a ComfyUI server: its gate authorizes requests, and it records all of them.

import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { listen } from "@pictor/host/testing";

export interface Arrived {
  /** Method and route without base path, prefix, query and ids, such as `GET /history`. `GET /ws` is the handshake. */
  readonly kind: string;
  readonly method: string;
  /** Path and query, as received. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  /** Names and values alternately, as received. */
  readonly rawHeaders: readonly string[];
}

/** A reply of the proxy itself. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}
/** Returns the refusal of a request, or undefined to forward it. */
export type Gate = (request: Arrived) => Answer | undefined;
type Act = (request: Arrived) => Promise<Answer | undefined> | Answer | undefined;

/** The values of all lines of a header. */
export const lines = ({ rawHeaders }: Arrived, name: string): readonly string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

const head = (first: string, headers: readonly string[]): string => [first, ...headers, "", ""].join("\r\n");

/** Forwards requests below the path `base` to `target` (`http://HOST:PORT/`). */
export async function startProxy(target: string, gate: Gate, base = "/") {
  const { hostname: host, port } = new URL(target);
  const seen: (Arrived & { readonly status: number })[] = [];
  const acts = new Map<string, Act>();
  const tunnels = new Set<Duplex>();
  const uploads: string[] = [];
  let atFrame: (() => void) | undefined;
  let current = gate;

  async function judge({ method = "", url = "", headers, rawHeaders }: IncomingMessage) {
    const route = url
      .slice(base.length - 1)
      .replace(/^\/api(?=\/)/, "")
      .replace(/\?.*/, "");
    const kind = `${method} ${route.replace(/^\/(history|object_info)\/.*/, "/$1")}`;
    const arrived: Arrived = { kind, method, url, headers, rawHeaders };
    const act = acts.get(kind);
    acts.delete(kind);
    const instead = url.startsWith(base) ? await act?.(arrived) : { status: 404 };
    const answer = current(arrived) ?? instead;
    seen.push({ ...arrived, status: answer?.status ?? 0 });
    return { kind, answer, path: url.slice(base.length - 1) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kind, answer, path } = await judge(request);
    if (answer !== undefined) {
      request.resume();
      response.writeHead(answer.status, answer.headers).end("no");
      return;
    }
    const { method, headers } = request;
    const onward = forward({ host, port, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    });
    onward.on("error", () => response.destroy());
    if (kind !== "POST /upload/image") {
      request.pipe(onward);
      return;
    }
    const body = await text(request);
    uploads.push(body);
    onward.end(body);
  }

  async function tunnel(request: IncomingMessage, socket: Duplex, rest: Buffer): Promise<void> {
    socket.on("error", () => undefined);
    const { answer, path } = await judge(request);
    if (answer !== undefined) {
      const own = Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
      const first = `HTTP/1.1 ${answer.status} Refused`;
      socket.end(head(first, [...own, "content-length: 0", "connection: close"]));
      return;
    }
    const onward = connect(Number(port), host, () => {
      const pairs = request.rawHeaders.flatMap((name, at, all) =>
        at % 2 === 0 ? [`${name}: ${all[at + 1] ?? ""}`] : [],
      );
      onward.write(head(`GET ${path} HTTP/1.1`, pairs));
      onward.write(rest);
      socket.pipe(onward);
    });
    let isSwallowed = false;
    onward.on("data", (bytes: Buffer) => {
      const act = atFrame;
      atFrame = undefined;
      isSwallowed ||= act !== undefined;
      if (!isSwallowed) socket.write(bytes);
      act?.();
    });
    tunnels.add(socket);
    onward.on("error", () => undefined).on("close", () => socket.destroy());
    socket.on("close", () => {
      tunnels.delete(socket);
      onward.destroy();
    });
  }

  const server = createServer((request, response) => void serve(request, response));
  server.on("upgrade", (request, socket, rest) => void tunnel(request, socket, rest));
  const { origin: own, close } = await listen(server);

  const drop = (): void => {
    tunnels.forEach((socket) => socket.destroy());
  };
  return {
    url: own + base,
    /** Status 0 for requests that were forwarded. */
    seen: seen as readonly (Arrived & { readonly status: number })[],
    /** Bodies of the uploads that were forwarded. */
    uploads: uploads as readonly string[],
    of: (kind: string) => seen.filter((request) => request.kind === kind),
    refused: () => seen.filter(({ status }) => status !== 0).map(({ kind, status }) => `${status} ${kind}`),
    /** Calls `act` at the next request of a kind, before its credentials are checked. Settles with that request. */
    next: (kind: string, act: Act = () => undefined) =>
      new Promise<Arrived>((resolve) =>
        acts.set(kind, (arrived) => {
          resolve(arrived);
          return act(arrived);
        }),
      ),
    change(to: Gate): void {
      current = to;
    },
    /** Calls `act` when the server next sends something over a WebSocket, and drops that and everything after it. */
    atNextFrame(act: () => void): void {
      atFrame = act;
    },
    /** Breaks every open WebSocket without a close frame. */
    drop,
    close: () => {
      drop();
      return close();
    },
  };
}
export type Proxy = Awaited<ReturnType<typeof startProxy>>;
