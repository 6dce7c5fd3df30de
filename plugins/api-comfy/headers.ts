// Which headers the gateway passes on. It changes none.

import type { HeaderPair } from "@pictor/kernel/plugin";

/** Headers of one connection (RFC 9110 section 7.6.1). */
const ofConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What belongs to the way from the client to the gateway: its credential, its page, its address, and the length, which the body has. */
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

/** The names in `Connection`, which belong to the connection, too. */
const namedBy = (connection: string | null | undefined): ReadonlySet<string> =>
  new Set((connection ?? "").split(",").map((name) => name.trim().toLowerCase()));

/** The headers of a request for the server. */
export function requestHeaders(headers: Headers): readonly HeaderPair[] {
  const named = namedBy(headers.get("connection"));
  return [...headers].filter(([name]) => !ofConnection.has(name) && !named.has(name) && !isOfClient(name));
}

/** The headers of a reply for the client. Cookies stay here: the gateway has no sessions. */
export function replyHeaders(headers: Readonly<Record<string, string>>): Headers {
  const named = namedBy(headers["connection"]);
  return new Headers(
    Object.entries(headers).filter(
      ([name]) => !ofConnection.has(name) && !named.has(name) && name !== "set-cookie",
    ),
  );
}
