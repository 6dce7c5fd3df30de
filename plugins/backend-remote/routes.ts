// The addresses of a server: base path, then the prefix, then the route.

import { fault } from "@pictor/kernel/plugin";

/** The place of a file on the server, as `/view` takes it. */
export interface FilePlace {
  readonly filename: string;
  readonly subfolder: string;
  readonly area: "output" | "temp" | "input";
}

export interface Routes {
  /** The server itself, for people. */
  readonly base: string;
  /** A route such as `/object_info`; each further part becomes one escaped segment. */
  readonly route: (path: string, ...segments: readonly string[]) => string;
  /** The WebSocket of a client id (`ws:` or `wss:`). */
  readonly socket: (clientId: string) => string;
  /** The full address of a file. */
  readonly view: (place: FilePlace) => string;
}

/**
 * Routes below `baseUrl`, whose path is kept and whose query and fragment are dropped. ComfyUI serves every route
 * bare and below `/api`; proxies and compatible servers may pass only one of the two, hence `prefix`.
 */
export function routesOf(baseUrl: string, prefix: "/api" | ""): Routes {
  const base = parsed(baseUrl);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw fault("REQUEST_URL_INVALID", { url: baseUrl, schemes: "http or https" });
  }
  base.search = "";
  base.hash = "";
  const root = base.href.replace(/\/+$/, "");
  const route = (path: string, ...segments: readonly string[]): string =>
    [root + prefix + path, ...segments.map(escaped)].join("/");
  return {
    base: `${root}/`,
    route,
    socket: (clientId) => `${route("/ws").replace(/^http/, "ws")}?${query({ clientId })}`,
    view: ({ filename, subfolder, area }) =>
      `${route("/view")}?${query({ filename, subfolder, type: area })}`,
  };
}

/** Half of a surrogate pair, which JSON can hold and an address cannot, becomes the sign for it. */
const escaped = (segment: string): string => encodeURIComponent(segment.replace(/\p{Surrogate}/gu, "\uFFFD"));

const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
