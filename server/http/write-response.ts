// Writes a web-standard response to Node's server, no faster than the client reads.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isWithheld } from "./withheld-headers.js";

/** Milliseconds for which the rest of an unread request is received and discarded. */
const drainMs = 1_000;

/**
 * Receives and discards the rest of a request for a moment. The client may still be sending after the response was
 * written, and a reset of the connection could lose the response.
 */
function drain(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const timer = setTimeout(() => incoming.socket.destroy(), drainMs).unref();
  incoming.once("close", () => clearTimeout(timer));
  // A cancelled reader may still have a `data` listener, and would stop the flow by removing it. The additional
  // listener keeps the request flowing.
  incoming
    .on("error", () => undefined)
    .on("data", () => undefined)
    .resume();
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      outgoing.off("drain", settle).off("close", settle);
      resolve();
    };
    outgoing.on("drain", settle).on("close", settle);
  });

/**
 * The headers for the client: `fixed` replace those of the response, and `standard` are added where the response has
 * none.
 */
export function responseHeaders(
  response: Response,
  standard: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, string>> = {},
): readonly (readonly [string, string])[] {
  const replaced = new Set(Object.keys(fixed).map((name) => name.toLowerCase()));
  return [
    ...[...response.headers].filter(([name]) => !isWithheld(name) && !replaced.has(name)),
    ...Object.entries(standard).filter(([name]) => !response.headers.has(name)),
    ...Object.entries(fixed),
  ];
}

/** Bodies that are known as text. They are written at once, with their length. */
const texts = new WeakMap<Response, string>();

/** A response whose body can be written without reading it from a stream. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/**
 * Resolves when the response was written or the connection has ended. If the body fails, the connection is closed.
 * `headers` replace those of the response.
 */
export async function writeResponse(
  response: Response,
  outgoing: ServerResponse,
  headers: Iterable<readonly [string, string]> = response.headers,
): Promise<void> {
  const { req: incoming } = outgoing;
  if (outgoing.closed) {
    await response.body?.cancel();
    return;
  }
  for (const [name, value] of headers) outgoing.appendHeader(name, value);
  const text = texts.get(response);
  if (text !== undefined) {
    outgoing.setHeader("content-length", Buffer.byteLength(text));
    outgoing.writeHead(response.status).end(incoming.method === "HEAD" ? undefined : text);
    drain(incoming);
    return;
  }
  outgoing.writeHead(response.status);
  const reader = response.body?.getReader();
  const cancel = (): void => {
    reader?.cancel().catch(() => undefined);
  };
  outgoing.once("close", cancel);
  try {
    for (;;) {
      const next = incoming.method === "HEAD" ? undefined : await reader?.read();
      if (next === undefined || next.done || outgoing.destroyed) break;
      if (!outgoing.write(next.value)) await drained(outgoing);
    }
    outgoing.end();
    drain(incoming);
  } catch {
    outgoing.destroy();
  }
}

/** Answers a handshake with a response instead of a socket, and ends the connection. Its body must be short. */
export async function refuseHandshake(stream: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const lines = [
    `HTTP/1.1 ${response.status} Refused`,
    ...responseHeaders(response, {})
      .filter(([name]) => name !== "content-length")
      .map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    "connection: close",
  ];
  // Node no longer manages this connection, so it must be closed here if the client does not close it.
  stream.once("finish", () => stream.destroy());
  stream.end(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]));
}
