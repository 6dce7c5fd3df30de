// One request: guard, faults, route, reply. Paths are served with and without `/api`.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { controlPath } from "../faults/control-routes.js";
import { isReply, type Asked } from "../faults/hooks.js";
import { BodyTooLargeError, bodyStream, readBody } from "./body.js";
import { withCors } from "./cors.js";
import { shownExtraData } from "./extra-data.js";
import { refusalFor } from "./guard.js";
import type { ServerParts } from "./parts.js";
import { empty, noRoute, serverError, tooLarge, type Reply } from "./reply.js";
import { requestUrl } from "./request-url.js";
import type { Route } from "./routes/route.js";

export async function handleRequest(
  parts: ServerParts,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await answer(parts, routes, request).catch((error: unknown) =>
    error instanceof BodyTooLargeError ? tooLarge(error.maxBytes) : serverError(),
  );
  const headOnly = request.method === "HEAD";
  await write(response, withCors(reply, parts.corsOrigin), headOnly).catch(() => response.destroy());
}

async function answer(
  parts: ServerParts,
  routes: readonly Route[],
  request: IncomingMessage,
): Promise<Reply> {
  if (request.method === "OPTIONS" && parts.corsOrigin !== undefined) return empty(200);
  const refusal = refusalFor(request, parts);
  if (refusal) return empty(refusal.status, refusal.headers);
  if (request.method === "OPTIONS") return empty(200);
  const url = requestUrl(request);
  const asked = {
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    path: url.pathname.replace(/^\/api(?=\/)/, ""),
    query: url.searchParams,
    body: () => readBody(request, parts.maxUploadBytes),
    catalog: parts.catalog,
    shownExtraData,
  };
  const go = (changed: Asked): Reply | Promise<Reply> =>
    route({ ...parts, catalog: changed.catalog }, routes, request, changed);
  if (controlPath.test(asked.path)) return go(asked);
  const changed = parts.faults.request(asked);
  if (isReply(changed)) return changed;
  const reply = await Promise.resolve()
    .then(() => go(changed))
    .catch((error: unknown) => {
      if (error instanceof BodyTooLargeError) throw error;
      return serverError();
    });
  return parts.faults.reply(asked, reply);
}

function route(
  parts: ServerParts,
  routes: readonly Route[],
  request: IncomingMessage,
  { method, query, body, shownExtraData }: Asked,
): Reply | Promise<Reply> {
  const paths = pathsOf(requestUrl(request).pathname);
  const here = routes.flatMap((candidate) => {
    const found = paths.map((path) => candidate.path.exec(path)).find((matched) => matched !== null);
    return found ? [{ candidate, found }] : [];
  });
  const match = here.find(({ candidate }) => candidate.method === method);
  if (!match)
    return noRoute(
      method,
      here.map(({ candidate }) => candidate.method),
    );
  const parameters = (match.found.slice(1) as (string | undefined)[]).map((part) =>
    decodeURIComponent(part ?? ""),
  );
  return match.candidate.answer({
    parts,
    parameters,
    query,
    headers: request.headers,
    body,
    shownExtraData,
    stream: () => bodyStream(request, parts.maxUploadBytes),
  });
}

/** A path is served as it is and without `/api`; only `/internal` has no such alias. */
function pathsOf(path: string): readonly string[] {
  return /^\/api\/(?!internal\/)/.test(path) ? [path, path.slice(4)] : [path];
}

async function write(response: ServerResponse, reply: Reply, headOnly: boolean): Promise<void> {
  const { status, headers, body } = reply;
  const isWhole = typeof body === "string" || Buffer.isBuffer(body);
  const length = isWhole ? Buffer.byteLength(body) : body === undefined ? 0 : undefined;
  const hasLength = length === undefined || status === 304 || status === 204;
  response.writeHead(status, hasLength ? headers : { ...headers, "Content-Length": length });
  if (body === undefined || isWhole) {
    response.end(headOnly ? undefined : body);
  } else if (headOnly) {
    body.destroy();
    response.end();
  } else {
    await pipeline(body, response);
  }
}
