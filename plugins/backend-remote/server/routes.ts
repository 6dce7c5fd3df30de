// Addresses of a server's routes: base path, then the prefix, then the route.

import { defineErrors, fault, isWebAddress } from "@pictor/kernel/plugin";

/** Location of a file on the server: the parameters of `/view`. */
export interface FileLocation {
  readonly filename: string;
  readonly subfolder: string;
  readonly area: "output" | "temp" | "input";
}

export type Routes = ReturnType<typeof routesOf>;

const queryFault = defineErrors({
  REMOTE_ADDRESS_QUERY: {
    base: "REQUEST_URL_INVALID",
    message:
      "The address {url} of the backend has a query ({names}), which the addresses of its routes would lose.",
    fix: "Remove the query from the address. Set an auth profile of the type api-key, with addTo query and the name and value of the parameter, so that every request and the WebSocket carry the parameter.",
  },
});

/**
 * Routes below `baseUrl`; its path is kept, and its fragment is dropped. A query is refused: it is often a secret,
 * which belongs into an auth profile. ComfyUI serves every route both bare and below `/api`, but a proxy or a
 * compatible server may serve only one of the two: `prefix` selects it.
 */
export function routesOf(baseUrl: string, prefix: "/api" | "") {
  if (!isWebAddress(baseUrl)) throw fault("REQUEST_URL_INVALID", { url: baseUrl, schemes: "http or https" });
  const base = new URL(baseUrl);
  const names = [...new Set(base.searchParams.keys())].join(", ");
  base.search = "";
  base.hash = "";
  if (names !== "") throw queryFault("REMOTE_ADDRESS_QUERY", { url: base.href, names });
  const root = base.href.replace(/\/+$/, "");
  const route = (path: string, ...segments: readonly string[]): string =>
    [root + prefix + path, ...segments.map(escaped)].join("/");
  return {
    /** Address of the server itself, for messages. */
    base: `${root}/`,
    /** Address of a route such as `/object_info`; each further argument becomes one escaped path segment. */
    route,
    /** Address of the WebSocket for a client id (`ws:` or `wss:`). */
    socket: (clientId: string) => `${route("/ws").replace(/^http/, "ws")}?${query({ clientId })}`,
    /** Address of a file on the server. */
    view: ({ filename, subfolder, area }: FileLocation) =>
      `${route("/view")}?${query({ filename, subfolder, type: area })}`,
  };
}

/** An unpaired surrogate, which JSON may contain but an address may not, becomes the replacement character. */
const escaped = (segment: string): string => encodeURIComponent(segment.replace(/\p{Surrogate}/gu, "\uFFFD"));

const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();
