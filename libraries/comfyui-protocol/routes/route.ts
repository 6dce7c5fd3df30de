// The form of a route: a method, a path pattern, and a function from the request to a reply.
import type { IncomingHttpHeaders } from "node:http";
import { parsePythonJson } from "@pictor/kernel/plugin";
import type { Caller, Engine } from "../engine/engine.js";
import { BodyTooLargeError } from "../http/body.js";
import { MalformedRequestError } from "../http/malformed-request-error.js";
import { noRoute, tooLarge, type Reply } from "../http/reply.js";

export interface RouteRequest {
  readonly engine: Engine;
  readonly caller: Caller;
  /** The decoded groups of the path pattern. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Reads the whole body. A route reads either `body` or `stream`, once. */
  readonly body: () => Promise<Buffer>;
  /** Reads the body as it arrives. */
  readonly stream: () => AsyncIterable<Buffer>;
}

export interface Route<Request extends RouteRequest = RouteRequest> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  /** The path as a real server declares it: with `/api` for jobs, without `/api` for the others. */
  readonly path: RegExp;
  readonly answer: (request: Request) => Reply | Promise<Reply>;
}

export const route = <Request extends RouteRequest = RouteRequest>(
  method: Route["method"],
  path: RegExp,
  answer: Route<Request>["answer"],
): Route<Request> => ({ method, path, answer });

/** Every path is served with and without `/api`, except those below `/internal`. */
const spellingsOf = (path: string): readonly string[] =>
  /^\/api\/(?!internal\/)/.test(path) ? [path, path.slice(4)] : [path];

export const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/**
 * Answers a request by the first route of its path and method; HEAD counts as GET. `requestOf` makes the request from
 * the parameters of the path.
 */
export async function answerBy<Request extends RouteRequest>(
  routes: readonly Route<Request>[],
  { method, path }: { readonly method: string; readonly path: string },
  requestOf: (parameters: readonly string[]) => Request,
): Promise<Reply> {
  const spellings = spellingsOf(path);
  const fitting = routes.flatMap((route) => {
    const match = spellings.map((one) => route.path.exec(one)).find((found) => found !== null);
    return match ? [{ route, match }] : [];
  });
  const wanted = method === "HEAD" ? "GET" : method;
  const selected = fitting.find(({ route }) => route.method === wanted);
  if (selected === undefined)
    return noRoute(
      wanted,
      fitting.map(({ route }) => route.method),
    );
  const groups = selected.match.slice(1) as (string | undefined)[];
  const request = requestOf(groups.map((group) => decodeURIComponent(group ?? "")));
  try {
    return await selected.route.answer(request);
  } catch (error) {
    return error instanceof BodyTooLargeError
      ? tooLarge(error.maxBytes)
      : request.engine.failed(error, request.caller);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const textOf = async ({ body }: Pick<RouteRequest, "body">): Promise<string> =>
  utf8.decode(await body());

/**
 * Reads a JSON body of any Content-Type. Routes read the members with `memberOf` and the like, so that unexpected
 * bodies raise Python's errors.
 */
export async function readJsonBody(request: Pick<RouteRequest, "body">): Promise<unknown> {
  const text = await textOf(request);
  try {
    return parsePythonJson(text);
  } catch (error) {
    throw new MalformedRequestError(`The body of the request is not JSON: ${(error as Error).message}`);
  }
}
