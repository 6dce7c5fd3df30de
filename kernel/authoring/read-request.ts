// What auth schemes read from a request: its http address, and its body for a signature.

import type { HeaderPair, OutgoingRequest } from "../contract/requests.js";

/** The http URL of a request or of a socket, whose handshake is a GET request (RFC 6455 section 4.1). */
export const httpUrl = (url: string): URL => new URL(url.replace(/^ws/i, "http"));

/** The values of all headers of a name, in upper or lower case (RFC 9110 section 5.1). */
export function headerValues(headers: readonly HeaderPair[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

/** The http URL of a request as its server sees it (RFC 9110 section 7.1): the header Host names host and port. */
export function targetUrl(request: Pick<OutgoingRequest, "url" | "headers">): URL {
  const url = httpUrl(request.url);
  const [host] = headerValues(request.headers, "Host");
  if (host === undefined || /[/?#@\\]/.test(host) || !URL.canParse(`${url.protocol}//${host}`)) return url;
  // The setter keeps the port where the new host has none.
  url.port = "";
  url.host = host;
  return url;
}

/** Reads the body once more, in chunks; nothing without a body. The body must be replayable. Throws the reason of the signal. */
export async function* readBody(
  { body }: Pick<OutgoingRequest, "body">,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  for await (const chunk of body?.open() ?? []) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Path and query as they are sent (RFC 9112 section 3.2.1). A `?` without a query after it is sent too. */
export const requestTarget = ({ pathname, search, href }: Readonly<URL>): string =>
  pathname + (search === "" && href.split("#", 1)[0]?.endsWith("?") === true ? "?" : search);
