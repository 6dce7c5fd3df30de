// What auth schemes read from a request: its http address, and its body for a signature.

import type { OutgoingRequest } from "../contract/requests.js";

/** The http URL of a request or of a socket, whose handshake is a GET request (RFC 6455 section 4.1). */
export const httpUrl = (url: string): URL => new URL(url.replace(/^ws/i, "http"));

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
