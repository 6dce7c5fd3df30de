// What proxies share: requests and sockets that are passed on to a server as they came, with other headers.

import {
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { connect, type Socket } from "node:net";

export interface Upstream {
  readonly host: string;
  readonly port: number;
}
export const upstreamOf = (url: string): Upstream => {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
};

/** Sends a request on. Its body, unless given, is still that of the request. */
export function passOn(
  { method, url: path }: IncomingMessage,
  upstream: Upstream,
  headers: IncomingHttpHeaders,
): ClientRequest {
  return httpRequest({ ...upstream, method, path, headers });
}

/** Sends a handshake on. What the server answers comes from the socket that is returned. */
export function passOnHandshake(
  request: IncomingMessage,
  head: Buffer,
  upstream: Upstream,
  headers: IncomingHttpHeaders,
): Socket {
  const socket = connect(upstream, () => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    socket.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.write(head);
  });
  return socket;
}
