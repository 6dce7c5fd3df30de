// What the server checks before it routes a request: the host, the origin and the kind of client. HTTP requests and
// upgrades have the same check.

import type { IncomingMessage } from "node:http";
import type { PictorError } from "@pictor/kernel";
import { fault } from "../contract/faults.js";

/** The parts of a request that a web page cannot forge, because the browser sets them. */
export interface Sender {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The header `Sec-Fetch-Site`, which browsers do not send with the handshake of a WebSocket. */
  readonly fetchSite: string | undefined;
  /** The origin in the header `Referer`, which browsers send with images, whose requests have no `Origin`. */
  readonly referrer: string | undefined;
  /** The header `Service-Worker`, with which a browser fetches the script of a service worker. */
  readonly serviceWorker: string | undefined;
}

const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : value?.join(", ");

/** The origin of an address, such as that of the header `Referer`. */
export const originIn = (address: string | null | undefined): string | undefined =>
  address != null && URL.canParse(address) ? new URL(address).origin : undefined;

/** The sender of an HTTP request or a handshake. */
export const senderOf = ({
  method = "GET",
  headers,
}: Pick<IncomingMessage, "method" | "headers">): Sender => ({
  method,
  host: headers.host,
  origin: headers.origin,
  fetchSite: single(headers["sec-fetch-site"]),
  referrer: originIn(headers.referer),
  serviceWorker: single(headers["service-worker"]),
});

/** The hosts and origins under which a listener is reached. */
export interface ListenerNames {
  /**
   * Values of the header Host, such as `127.0.0.1:8190`. The name that a hostile page uses for DNS rebinding is not
   * among them.
   */
  readonly hosts: readonly string[];
  /** Origins of the server's own pages. */
  readonly origins: readonly string[];
  /** Origins of other pages that the user has listed. */
  readonly listedOrigins: readonly string[];
}

const local = ["127.0.0.1", "localhost", "[::1]"];

/**
 * The hosts and origins of a listener. `published` are the origins under which a proxy, or a network, reaches the
 * server.
 */
export function listenerNames(
  port: number,
  published: readonly string[],
  listedOrigins: readonly string[],
): ListenerNames {
  const urls = [...local.map((name) => `http://${name}:${port}`), ...published].map((text) => new URL(text));
  return {
    hosts: [...new Set(urls.map(({ host }) => host))],
    origins: [...new Set(urls.map(({ origin }) => origin))],
    listedOrigins,
  };
}

/** The own origin by which a client has reached the listener, from the header Host; `standard` if Host is none of its names. */
export const reachedOrigin = (
  host: string | undefined,
  { origins }: ListenerNames,
  standard: string,
): string => origins.find((origin) => new URL(origin).host === host?.toLowerCase()) ?? standard;

/** Why the request is refused, independently of its credential; undefined if it is not refused. */
export function refusalOf(sender: Sender, names: ListenerNames): PictorError | undefined {
  const { host = "", origin, fetchSite, referrer, serviceWorker } = sender;
  // After DNS rebinding, Host and Origin are equal: only a list of allowed hosts detects the attack.
  if (!names.hosts.includes(host.toLowerCase()))
    return fault("API_HOST_REFUSED", { found: host || "(none)", expected: names.hosts.join(", ") });
  const page = origin ?? referrer;
  const isListed = page !== undefined && names.listedOrigins.includes(page);
  if (origin !== undefined && !isListed && !names.origins.includes(origin))
    return fault("API_ORIGIN_REFUSED", { found: origin });
  // Another port of this machine is the same site. A request without an Origin header, such as one for an image, has
  // only `Sec-Fetch-Site`.
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none" && !isListed)
    return fault("API_FETCH_SITE_REFUSED", { found: fetchSite });
  // It would stay in the browser, and answer for the pages that this port has later: those of another panel, with other scopes.
  return serviceWorker === undefined ? undefined : fault("API_SERVICE_WORKER_REFUSED", {});
}

/** The headers that allow a listed page to read the reply. No reply allows credentials or all origins. */
export const corsHeaders = (
  origin: string | undefined,
  names: ListenerNames,
): Readonly<Record<string, string>> =>
  origin !== undefined && names.listedOrigins.includes(origin)
    ? { "Access-Control-Allow-Origin": origin, Vary: "Origin" }
    : {};
