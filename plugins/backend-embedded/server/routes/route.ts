// What a route is: a method, a path pattern, and a function from the request to a reply.
import type { IncomingHttpHeaders } from "node:http";
import { isObject, parseJson } from "../../json.js";
import type { ServerParts } from "../parts.js";
import type { Reply } from "../reply.js";

export interface RouteRequest {
  readonly parts: ServerParts;
  /** What the groups of the path pattern matched, decoded. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The whole body. */
  readonly body: () => Promise<Buffer>;
  /** The body as it arrives; read either this or `body`, once. */
  readonly stream: () => AsyncIterable<Buffer>;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  /** As the real server declares it: most paths without `/api` (both are served), the jobs with it. */
  readonly path: RegExp;
  readonly answer: (request: RouteRequest) => Reply | Promise<Reply>;
}

/** Any JSON body, whatever its Content-Type; what is not JSON throws, which answers 500 as the real server does. */
export async function jsonBody(request: RouteRequest): Promise<unknown> {
  return parseJson((await request.body()).toString("utf8"));
}

/** A JSON object; anything else answers 500. */
export async function objectBody(request: RouteRequest): Promise<Record<string, unknown>> {
  const body = await jsonBody(request);
  if (!isObject(body)) throw new TypeError("The body is not an object");
  return body;
}
