// A server may ignore the header Upgrade (RFC 9110 section 7.8), and clients count on it: curl and Java offer h2c with
// each request.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export type HandshakeHandler = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

const isWebSocket = ({ headers: { upgrade = "" } }: IncomingMessage): boolean =>
  upgrade.split(",").some((protocol) => protocol.trim().toLowerCase() === "websocket");

/** Headers of this connection that ask for another protocol (RFC 9110 section 7.8, RFC 7540 section 3.2.1). */
const asking: ReadonlySet<string> = new Set(["upgrade", "http2-settings"]);

/** The lines of a request that does not ask for another protocol. Node has checked every part of them. */
function plainHead({ method = "", url = "", httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (asking.has(name.toLowerCase())) continue;
    const options = value.split(",").filter((option) => !asking.has(option.trim().toLowerCase()));
    if (name.toLowerCase() !== "connection") lines.push(`${name}: ${value}`);
    else if (options.length > 0) lines.push(`${name}: ${options.join(",").trim()}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

const ignore = (): void => undefined;

/**
 * Passes handshakes of WebSockets to `handshake`, and all other requests, whatever protocol they ask for, to the listener for
 * requests. Node offers no such choice before version 24.9: it stops reading a connection that asks for another protocol, so that
 * the connection is given to the server once more, with the request as it would be without the question.
 */
export function onWebSocketHandshake(server: Server, handshake: HandshakeHandler): void {
  /** The reply of each connection that was begun last. */
  const replies = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request: IncomingMessage, reply: ServerResponse) => {
    replies.set(request.socket, reply);
  });
  const answerPlainly = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    if (stream.destroyed) return;
    stream.unshift(Buffer.concat([plainHead(request), head]));
    server.emit("connection", stream);
    stream.off("error", ignore);
  };
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (isWebSocket(request)) {
      handshake(request, stream, head);
      return;
    }
    stream.on("error", ignore);
    const before = replies.get(stream);
    // Replies come in the order of the requests, and those before this one belong to the reading that has ended.
    if (before === undefined || before.closed) answerPlainly(request, stream, head);
    else before.once("close", () => answerPlainly(request, stream, head));
  });
}
