// Handles one HTTP request: authorization, faults, route, reply.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { isReply, type RoutedRequest } from "../faults/behavior.js";
import { withCors } from "../http/cors.js";
import { refusalFor } from "../http/guard.js";
import { empty, filterExtraData, noRoute, serverError, tooLarge, type Reply } from "@pictor/comfyui-protocol";
import { BodyTooLargeError, bodyStream, readBody } from "../http/request-body.js";
import { requestUrl } from "../http/request-url.js";
import { faultControlPath } from "./fault-control.js";
import type { Route } from "./route.js";
import type { ServerContext } from "./server-context.js";

export async function handleRequest(
  context: ServerContext,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await replyTo(context, routes, request).catch((error: unknown) =>
    error instanceof BodyTooLargeError ? tooLarge(error.maxBytes) : serverError(),
  );
  const headOnly = request.method === "HEAD";
  await write(response, withCors(reply, context.corsOrigin), headOnly).catch(() => response.destroy());
}

async function replyTo(
  context: ServerContext,
  routes: readonly Route[],
  request: IncomingMessage,
): Promise<Reply> {
  if (request.method === "OPTIONS" && context.corsOrigin !== undefined) return empty(200);
  const refusal = refusalFor(request, context);
  if (refusal) return empty(refusal.status, refusal.headers);
  if (request.method === "OPTIONS") return empty(200);
  const url = requestUrl(request);
  const received: RoutedRequest = {
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    path: url.pathname.replace(/^\/api(?=\/)/, ""),
    query: url.searchParams,
    body: () => readBody(request, context.maxUploadBytes),
    catalog: context.catalog,
    filterExtraData,
  };
  // Faults do not apply to the route that changes them.
  if (faultControlPath.test(received.path)) return runRoute(context, routes, request, received);
  const changed = context.faults.request(received);
  if (isReply(changed)) return changed;
  const reply = await runRoute(context, routes, request, changed).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) throw error;
    return serverError();
  });
  return context.faults.reply(received, reply);
}

async function runRoute(
  context: ServerContext,
  routes: readonly Route[],
  request: IncomingMessage,
  { method, query, body, catalog, filterExtraData: filter }: RoutedRequest,
): Promise<Reply> {
  const paths = pathsOf(requestUrl(request).pathname);
  const candidates = routes.flatMap((route) => {
    const match = paths.map((path) => route.path.exec(path)).find((found) => found !== null);
    return match ? [{ route, match }] : [];
  });
  const selected = candidates.find(({ route }) => route.method === method);
  if (!selected)
    return noRoute(
      method,
      candidates.map(({ route }) => route.method),
    );
  const groups = selected.match.slice(1) as (string | undefined)[];
  return selected.route.answer({
    context: { ...context, catalog },
    parameters: groups.map((group) => decodeURIComponent(group ?? "")),
    query,
    headers: request.headers,
    body,
    filterExtraData: filter,
    stream: () => bodyStream(request, context.maxUploadBytes),
  });
}

/** Every path is served with and without `/api`, except those below `/internal`. */
function pathsOf(path: string): readonly string[] {
  return /^\/api\/(?!internal\/)/.test(path) ? [path, path.slice(4)] : [path];
}

async function write(response: ServerResponse, reply: Reply, headOnly: boolean): Promise<void> {
  const { status, headers, body } = reply;
  const isWhole = typeof body === "string" || Buffer.isBuffer(body);
  const length = isWhole ? Buffer.byteLength(body) : body === undefined ? 0 : undefined;
  const omitsLength = length === undefined || status === 304 || status === 204;
  response.writeHead(status, omitsLength ? headers : { ...headers, "Content-Length": length });
  if (body === undefined || isWhole) {
    response.end(headOnly ? undefined : body);
  } else if (headOnly) {
    body.destroy();
    response.end();
  } else {
    await pipeline(body, response);
  }
}
