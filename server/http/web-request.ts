// Converts a request of Node's server to a web-standard one. Its body is read from the connection no faster than it is
// consumed.

import type { IncomingMessage, ServerResponse } from "node:http";
import { fault } from "../contract/faults.js";

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  return headers;
}

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== "GET" &&
  method !== "HEAD" &&
  (headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0");

/** `Readable.toWeb` is not used, because on Node 20 it reads ahead without a limit. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = (await chunks.next()) as IteratorResult<Uint8Array, undefined>;
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A signal that is aborted when the client closes the connection before the response has been sent. */
export function goneSignal(
  outgoing: Pick<ServerResponse, "once" | "closed" | "writableFinished">,
): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!outgoing.writableFinished)
      controller.abort(new DOMException("The client has closed the connection.", "AbortError"));
  };
  if (outgoing.closed) abort();
  else outgoing.once("close", abort);
  return controller.signal;
}

/** Methods that a web-standard request cannot have (Fetch standard, "forbidden method"). No API answers them. */
const forbiddenMethods: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** The signal of the request is that of `goneSignal`. Throws `API_METHOD_UNKNOWN` for a method that no API answers. */
export function webRequest(incoming: IncomingMessage, outgoing: ServerResponse, url: URL): Request {
  const { method = "GET" } = incoming;
  if (forbiddenMethods.has(method))
    throw fault("API_METHOD_UNKNOWN", {
      path: url.pathname,
      method,
      allowed: "GET, HEAD, POST, PUT, PATCH, DELETE",
    });
  return new Request(url, {
    method,
    headers: headersOf(incoming),
    signal: goneSignal(outgoing),
    ...(hasBody(incoming) && { body: bodyOf(incoming), duplex: "half" }),
  });
}

/** The request of a handshake, without the headers of the protocol and without the tickets of this server. */
export function handshakeRequest(incoming: IncomingMessage, url: URL, signal: AbortSignal): Request {
  const headers = headersOf(incoming);
  for (const name of [...headers.keys()])
    if (name.startsWith("sec-websocket-") || name === "connection" || name === "upgrade")
      headers.delete(name);
  return new Request(url, { headers, signal });
}

/**
 * The normalized address of a request of Node's server; undefined if it is not a path. `origin` is that of the server.
 */
export function addressOf({ url = "/" }: IncomingMessage, origin: string): URL | undefined {
  return url.startsWith("/") && URL.canParse(origin + url) ? new URL(origin + url) : undefined;
}
