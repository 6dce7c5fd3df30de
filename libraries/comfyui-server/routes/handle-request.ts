// Handles one HTTP request: authorization, faults, route, reply.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import {
  answerBy,
  contentsOf,
  empty,
  filterExtraData,
  isWhole,
  release,
  serverError,
  type Reply,
} from "@pictor/comfyui-protocol";
import { embeddedEngine } from "../engine/embedded-engine.js";
import type { ServerContext } from "../engine/server-context.js";
import { isReply, type RoutedRequest } from "../faults/behavior.js";
import { refusalFor } from "../http/guard.js";
import { requestUrl, bodyStream } from "../http/request-url.js";
import { faultControlPath } from "./fault-control.js";
import type { Route } from "./route.js";

/** Real servers add the headers to every reply but 413. */
function withCors(reply: Reply, origin: string | undefined): Reply {
  if (origin === undefined || reply.status === 413) return reply;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": "POST, GET, DELETE, PUT, OPTIONS, PATCH",
      "Access-Control-Allow-Headers": "Content-Type, Authorization",
      "Access-Control-Allow-Credentials": "true",
    },
  };
}

export async function handleRequest(
  context: ServerContext,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await replyTo(context, routes, request).catch(serverError);
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
    body: async () => contentsOf(bodyStream(request, context.maxUploadBytes)),
    catalog: context.catalog,
    filterExtraData,
  };
  // Faults do not apply to the route that changes them.
  if (faultControlPath.test(received.path)) return runRoute(context, routes, request, received);
  const changed = context.faults.request(received);
  if (isReply(changed)) return changed;
  return context.faults.reply(received, await runRoute(context, routes, request, changed));
}

const runRoute = (
  context: ServerContext,
  routes: readonly Route[],
  request: IncomingMessage,
  { method, query, body, ...view }: RoutedRequest,
): Promise<Reply> =>
  answerBy(routes, { method, path: requestUrl(request).pathname }, (parameters) => ({
    engine: embeddedEngine(context, view),
    caller: {},
    context,
    parameters,
    query,
    headers: request.headers,
    body,
    stream: () => bodyStream(request, context.maxUploadBytes),
  }));

async function write(response: ServerResponse, reply: Reply, headOnly: boolean): Promise<void> {
  const { status, headers, body = "" } = reply;
  const omitsLength = !isWhole(body) || status === 304 || status === 204;
  response.writeHead(
    status,
    omitsLength ? headers : { ...headers, "Content-Length": Buffer.byteLength(body) },
  );
  if (isWhole(body) || headOnly) response.end(headOnly || !isWhole(body) ? undefined : body);
  else await pipeline(body, response);
  if (headOnly) await release(body);
}
