// Decides which headers the gateway passes on. The passed headers are not changed.

import { connectionHeadersOf, type HeaderPair } from "@pictor/kernel/plugin";

/** Headers that the gateway does not pass on in either direction, because they belong to a proxy. */
const ofProxy = new Set(["proxy-authenticate", "proxy-authorization"]);

/**
 * Headers about the connection between client and gateway: the client's credential, page and address. The length is
 * among them, because it is sent with the body.
 */
const ofClient = new Set([
  "authorization",
  "content-length",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "origin",
  "referer",
  "x-api-key",
  "x-real-ip",
]);

const isOfClient = (name: string): boolean =>
  ofClient.has(name) || name.startsWith("x-forwarded-") || name.startsWith("sec-fetch-");

/** The headers that are sent to the server. */
export function requestHeaders(headers: Headers): readonly HeaderPair[] {
  const ofConnection = connectionHeadersOf(headers.get("connection"));
  return [...headers].filter(([name]) => !ofConnection.has(name) && !ofProxy.has(name) && !isOfClient(name));
}

/** The headers that are sent to the client. Cookies are removed, because the gateway has no sessions. */
export function replyHeaders(headers: Readonly<Record<string, string>>): Headers {
  const ofConnection = connectionHeadersOf(headers["connection"]);
  return new Headers(
    Object.entries(headers).filter(
      ([name]) => !ofConnection.has(name) && !ofProxy.has(name) && name !== "set-cookie",
    ),
  );
}
