// What a route is: a method, a path pattern, and a function from the request to a reply.
import type { IncomingHttpHeaders } from "node:http";
import { isObject } from "../../json.js";
import type { ShownExtraData } from "../extra-data.js";
import type { ServerParts } from "../parts.js";
import { readJson, type FloatSlots } from "../read-json.js";
import type { Reply } from "../reply.js";

export interface RouteRequest {
  readonly parts: ServerParts;
  /** What the groups of the path pattern matched, decoded. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The whole body. */
  readonly body: () => Promise<Buffer>;
  readonly shownExtraData: ShownExtraData;
  /** The body as it arrives; read either this or `body`, once. */
  readonly stream: () => AsyncIterable<Buffer>;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  /** As the real server declares it: most paths without `/api` (both are served), the jobs with it. */
  readonly path: RegExp;
  readonly answer: (request: RouteRequest) => Reply | Promise<Reply>;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Any JSON body, whatever its Content-Type; what is not JSON throws a SyntaxError, which answers 500 as the real server
 * does. What is in it is asked for in Python's way (`graph/python-access.ts`), so that bodies of another form meet the
 * same fate as there.
 */
export async function jsonBody(request: Pick<RouteRequest, "body">, floats?: FloatSlots): Promise<unknown> {
  return readJson(utf8.decode(await request.body()), floats);
}

/** A JSON object; anything else answers 500. */
export async function objectBody(request: RouteRequest): Promise<Record<string, unknown>> {
  const body = await jsonBody(request);
  if (!isObject(body)) throw new TypeError("The body is not an object");
  return body;
}
