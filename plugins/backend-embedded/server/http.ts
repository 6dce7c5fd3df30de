// One request: guard, route, reply. Paths are served with and without `/api`.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { BodyTooLargeError, readBody } from "./body.js";
import { refusalFor } from "./guard.js";
import type { ServerParts } from "./parts.js";
import { empty, serverError, text, type Reply } from "./reply.js";
import { requestUrl } from "./request-url.js";
import type { Route } from "./routes/route.js";

export async function handleRequest(
  parts: ServerParts,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await answer(parts, routes, request).catch((error: unknown) =>
    error instanceof BodyTooLargeError ? text(error.message, 413, { Connection: "close" }) : serverError(),
  );
  await write(response, reply, request.method === "HEAD").catch(() => response.destroy());
}

async function answer(
  parts: ServerParts,
  routes: readonly Route[],
  request: IncomingMessage,
): Promise<Reply> {
  const refusal = refusalFor(request, parts.access);
  if (refusal) return empty(refusal.status, refusal.headers);
  if (request.method === "OPTIONS") return empty(200);
  const url = requestUrl(request);
  const path = url.pathname.replace(/^\/api(?=\/)/, "");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const here = routes.flatMap((route) => {
    const found = route.path.exec(path);
    return found ? [{ route, found }] : [];
  });
  const match = here.find(({ route }) => route.method === method);
  if (!match)
    return noRoute(
      method,
      here.map(({ route }) => route.method),
    );
  const parameters = (match.found.slice(1) as (string | undefined)[]).map((part) =>
    decodeURIComponent(part ?? ""),
  );
  return match.route.answer({
    parts,
    parameters,
    query: url.searchParams,
    headers: request.headers,
    body: () => readBody(request),
  });
}

/** Unknown paths answer 404 to GET and 405 to everything else; so does a POST-only path. */
function noRoute(method: string | undefined, methods: readonly string[]): Reply {
  if (method === "GET") return empty(404, { "Content-Type": "application/octet-stream" });
  const allow = methods.includes("POST") ? "GET,HEAD,POST" : "GET,HEAD";
  return text("405: Method Not Allowed", 405, { Allow: allow });
}

async function write(response: ServerResponse, reply: Reply, headOnly: boolean): Promise<void> {
  const { status, headers, body } = reply;
  const length = typeof body === "string" ? Buffer.byteLength(body) : body === undefined ? 0 : undefined;
  const withLength =
    length === undefined || status === 304 ? headers : { ...headers, "Content-Length": length };
  response.writeHead(status, withLength);
  if (body === undefined || typeof body === "string") {
    response.end(headOnly ? undefined : body);
  } else if (headOnly) {
    body.destroy();
    response.end();
  } else {
    await pipeline(body, response);
  }
}
