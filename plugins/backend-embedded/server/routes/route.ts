// What a route is: a method, a path pattern (without `/api`), and a function from the request to a reply.
import type { IncomingHttpHeaders } from "node:http";
import { parseJson } from "../../json.js";
import type { ServerParts } from "../parts.js";
import type { Reply } from "../reply.js";

export interface RouteRequest {
  readonly parts: ServerParts;
  /** What the groups of the path pattern matched, decoded. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: () => Promise<Buffer>;
}

export interface Route {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly answer: (request: RouteRequest) => Reply | Promise<Reply>;
}

/** Any JSON body, whatever its Content-Type; what is not JSON throws, which answers 500 as the real server does. */
export async function jsonBody(request: RouteRequest): Promise<unknown> {
  return parseJson((await request.body()).toString("utf8"));
}
