// Classifies a request to the callback listener by its head: whether it may be answered, and by which page.

import type { IncomingHttpHeaders } from "node:http";

export interface RequestHead {
  readonly method: string;
  /** The request target as the browser sent it. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** The paths that one flow serves. */
export interface CallbackRoutes {
  readonly port: number;
  /** Redirects the browser to the authorization URL. */
  readonly startPath: string;
  readonly callbackPath: string;
  /** The last page, whose URL contains no code. */
  readonly donePath: string;
  /** The method of the callback: POST with `response_mode=form_post`, otherwise GET. */
  readonly callbackMethod: "GET" | "POST";
}

export type Route = "start" | "prefetch" | "callback" | "done" | "host" | "other-path" | "method" | "foreign";

/** Rejects DNS rebinding: a foreign page whose name resolves to this machine still sends its own name in Host. */
const isLoopbackHost = (host: string | undefined, port: number): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].some((name) => {
    const sent = host?.toLowerCase();
    return sent === `${name}:${port}` || (port === 80 && sent === name);
  });

/**
 * Whether the request was sent by a script or an element of a page, not by a navigation. Only a posted form may have an
 * Origin.
 */
function isForeign({ method, headers }: RequestHead): boolean {
  const { origin, "sec-fetch-mode": mode } = headers;
  return (
    (method === "GET" && origin !== undefined && origin !== "null") ||
    (mode !== undefined && mode !== "navigate")
  );
}

/** Whether the browser prefetches a page to which the user may never navigate. */
const isPrefetch = ({ headers }: RequestHead): boolean =>
  [headers["sec-purpose"], headers["purpose"]].some((purpose) => /^prefetch\b/i.test(String(purpose ?? "")));

export const queryParameters = (target: string): URLSearchParams => {
  const queryStart = target.indexOf("?");
  return new URLSearchParams(queryStart < 0 ? "" : target.slice(queryStart + 1));
};

export function routeOf(head: RequestHead, routes: CallbackRoutes): Route {
  if (!isLoopbackHost(head.headers.host, routes.port)) return "host";
  const route = routeOfPath(head, routes);
  if (route === "callback" && head.method !== routes.callbackMethod) return "method";
  if (route === "start" && isPrefetch(head)) return "prefetch";
  return route !== "other-path" && isForeign(head) ? "foreign" : route;
}

function routeOfPath(
  { method, target }: RequestHead,
  { startPath, callbackPath, donePath }: CallbackRoutes,
): "start" | "callback" | "done" | "other-path" {
  const [path] = target.split("?", 1);
  if (path === callbackPath) return "callback";
  if (method === "GET" && path === startPath) return "start";
  return method === "GET" && path === donePath ? "done" : "other-path";
}
