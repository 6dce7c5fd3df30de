// Proxies and TLS servers on the loopback address. Only a proxy resolves host names that end in .test, to the loopback
// address.

import { readFileSync } from "node:fs";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { join } from "node:path";
import { listenInTest } from "./listen.js";

export const fixture = (name: string): string =>
  join(import.meta.dirname, "../requests/fixtures", `${name}.test.pem`);
const read = (name: string): string => readFileSync(fixture(name), "utf8");
const identity = { cert: read("server"), key: read("server-key") };
const mutual = { ...identity, ca: read("authority"), requestCert: true, rejectUnauthorized: true };

/** An HTTPS server that answers `over TLS`. With `mutual`, it requires a certificate of the test authority. */
export async function serveTls(kind: "plain" | "mutual" = "plain") {
  const arrived: IncomingMessage[] = [];
  const server = createTlsServer(kind === "mutual" ? mutual : identity, (request, response) => {
    arrived.push(request);
    response.end("over TLS");
  });
  const { port, host } = await listenInTest(server);
  return { server, arrived, port, origin: `https://${host}`, ws: `wss://${host}` };
}

export interface ProxyOptions {
  /** The required `user:password`. Default: none. */
  readonly credentials?: string;
  /** What the proxy does with an authorized request. Default: forwards it. */
  readonly behavior?: "pass" | "drop" | "silence" | 502;
  /** Settles when tunnels may be opened. */
  readonly opened?: Promise<unknown>;
  /** Whether clients connect to the proxy over TLS. */
  readonly overTls?: boolean;
}

/** A request that the proxy has received. */
export interface ProxyRequest {
  /** `CONNECT host:port`, or the method and the absolute address. */
  readonly line: string;
  readonly host: string | undefined;
  readonly authorization: string | undefined;
}

/**
 * A forward proxy: absolute addresses for http:, CONNECT for all others (RFC 9110 sections 7.1 and 9.3.6). Over TLS, it
 * asks for a certificate and requires none; `presented` has the name in that of each connection.
 */
export async function serveProxy({
  credentials,
  behavior = "pass",
  opened,
  overTls = false,
}: ProxyOptions = {}) {
  const arrived: ProxyRequest[] = [];
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const local = (host: string): string => (host.endsWith(".test") ? "127.0.0.1" : host);
  /** Records a request. Returns how to refuse it, or undefined to forward it. */
  const verdict = ({ method = "", url = "", headers }: IncomingMessage) => {
    const authorization = headers["proxy-authorization"];
    arrived.push({ line: `${method} ${url}`, host: headers.host, authorization });
    if (wanted !== authorization) return 407;
    return behavior === "pass" ? undefined : behavior;
  };

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = verdict(request);
    if (refusal === "drop") request.socket.destroy();
    else if (typeof refusal === "number") response.writeHead(refusal).end("refused");
    else if (refusal === undefined) {
      const { hostname, port, pathname, search } = new URL(request.url ?? "");
      const { "proxy-authorization": _own, ...headers } = request.headers;
      const onward = {
        host: local(hostname),
        port,
        path: pathname + search,
        method: request.method,
        headers,
      };
      request.pipe(
        forward(onward, (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        }),
      );
    }
  };
  const asking = { ...mutual, rejectUnauthorized: false };
  const server = overTls ? createTlsServer(asking, onRequest) : createServer(onRequest);
  const presented: (string | undefined)[] = [];
  server.on("secureConnection", (socket: TLSSocket) => {
    const { subject } = socket.getPeerCertificate() as Partial<PeerCertificate>;
    presented.push(subject?.CN?.toString());
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const refusal = verdict(request);
    if (refusal === "drop") socket.destroy();
    else if (refusal === "silence") socket.on("end", () => socket.destroy()).resume();
    else if (typeof refusal === "number")
      socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 7\r\n\r\nrefused`);
    else {
      const { hostname, port } = new URL(`tcp://${request.url ?? ""}`);
      const onward = connect(Number(port), local(hostname), () => {
        void Promise.resolve(opened).then(() => {
          socket.write("HTTP/1.0 200 Connection established\r\n\r\n");
          socket.pipe(onward).pipe(socket);
        });
      });
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const)
        one.on("error", () => undefined).on("close", () => other.destroy());
    }
  });
  const { host, sockets, close } = await listenInTest(server);
  return { arrived, presented, origin: `${overTls ? "https" : "http"}://${host}`, sockets, close };
}
