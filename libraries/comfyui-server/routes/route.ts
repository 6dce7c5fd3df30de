// The form of a route: a method, a path pattern, and a function from the request to a reply.
import { isRecord } from "@pictor/kernel/plugin";
import type { IncomingHttpHeaders } from "node:http";
import { readJson, type FloatSlots } from "@pictor/comfyui-graph";
import type { ExtraDataFilter, Reply } from "@pictor/comfyui-protocol";
import type { ServerContext } from "./server-context.js";

export interface RouteRequest {
  readonly context: ServerContext;
  /** The decoded groups of the path pattern. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Reads the whole body. A route reads either `body` or `stream`, once. */
  readonly body: () => Promise<Buffer>;
  /** Reads the body as it arrives. */
  readonly stream: () => AsyncIterable<Buffer>;
  readonly filterExtraData: ExtraDataFilter;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  /** The path as a real server declares it: with `/api` for jobs, without `/api` for the others. */
  readonly path: RegExp;
  readonly answer: (request: RouteRequest) => Reply | Promise<Reply>;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON body of any Content-Type. Malformed JSON throws a SyntaxError, to which the server, like a real one, replies
 * with status 500. Routes read the members with `memberOf` and the like, so that unexpected bodies raise Python's errors.
 */
export async function readJsonBody(
  request: Pick<RouteRequest, "body">,
  floatSlots?: FloatSlots,
): Promise<unknown> {
  return readJson(utf8.decode(await request.body()), floatSlots);
}

/** Reads a JSON object. Anything else throws, and the reply has status 500. */
export async function readObjectBody(request: RouteRequest): Promise<Record<string, unknown>> {
  const body = await readJsonBody(request);
  if (!isRecord(body)) throw new TypeError("The request body is not a JSON object");
  return body;
}
