// Who may speak to the callback address, and about what: decided from the head of a request alone.

import type { IncomingHttpHeaders } from "node:http";

export interface RequestHead {
  readonly method: string;
  /** The request target as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** What one flow answers to. */
export interface Places {
  readonly port: number;
  /** Gives the browser the authorization URL. */
  readonly startPath: string;
  readonly callbackPath: string;
  /** Where the browser ends, without a code in its address. */
  readonly donePath: string;
  /** How the answer comes: POST with `response_mode=form_post`. */
  readonly callbackMethod: "GET" | "POST";
}

export type Route = "start" | "prefetch" | "callback" | "done" | "host" | "other-path" | "method" | "foreign";

/** A page of another site that made its name resolve to this machine still names itself here. */
const isOurs = (host: string | undefined, port: number): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].some((name) => {
    const given = host?.toLowerCase();
    return given === `${name}:${port}` || (port === 80 && given === name);
  });

/** Sent by a script or for an image, not because a person's browser goes here. A posted form carries its origin. */
function isForeign({ method, headers }: RequestHead): boolean {
  const { origin, "sec-fetch-mode": mode } = headers;
  return (
    (method === "GET" && origin !== undefined && origin !== "null") ||
    (mode !== undefined && mode !== "navigate")
  );
}

/** A browser that only gets ready: the person has not come here, and may not. */
const isPrefetch = ({ headers }: RequestHead): boolean =>
  [headers["sec-purpose"], headers["purpose"]].some((purpose) => /^prefetch\b/i.test(String(purpose ?? "")));

export const queryOf = (target: string): URLSearchParams => {
  const mark = target.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1));
};

export function routeOf(head: RequestHead, places: Places): Route {
  if (!isOurs(head.headers.host, places.port)) return "host";
  const route = placeOf(head, places);
  if (route === "callback" && head.method !== places.callbackMethod) return "method";
  if (route === "start" && isPrefetch(head)) return "prefetch";
  return route !== "other-path" && isForeign(head) ? "foreign" : route;
}

function placeOf(
  { method, target }: RequestHead,
  places: Places,
): "start" | "callback" | "done" | "other-path" {
  const [path] = target.split("?", 1);
  if (path === places.callbackPath) return "callback";
  if (method === "GET" && path === places.startPath) return "start";
  return method === "GET" && path === places.donePath ? "done" : "other-path";
}
