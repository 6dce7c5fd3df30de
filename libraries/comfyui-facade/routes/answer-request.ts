// Finds the route of a request. Pages, settings and other reads that the facade does not answer itself come from the first
// member that answers.

import { PictorError, type DirectRequest, type Reply, type SendOptions } from "@pictor/kernel/plugin";
import { empty, noRoute, text, toReply, tooLarge, type Answer } from "../http/answer.js";
import { BodyTooLargeError } from "../http/request-body.js";
import { targetOf } from "../http/target.js";
import { askHome } from "../members/homes.js";
import type { Facade } from "../state/facade-state.js";
import { frontEndDefaults } from "./front-end-defaults.js";
import { historyRoutes } from "./history-routes.js";
import { jobRoutes } from "./job-routes.js";
import { promptRoutes } from "./prompt-routes.js";
import { fit, type Route, type RouteRequest } from "./route.js";
import { serverRoutes } from "./server-routes.js";

const routes: readonly Route[] = [...promptRoutes, ...historyRoutes, ...jobRoutes, ...serverRoutes];

/** The first segments of the paths that the facade answers itself. Nothing below them is passed on. */
const ownRoots = new Set([...routes.map(({ path }) => path.split("/")[1]), "ws", "free", "upload"]);

/** What a client may change on the member that has the pages: files and settings of ComfyUI's front end. */
const changeableRoots = new Set(["userdata", "settings", "users"]);

/**
 * The first segment that counts, also for a server behind a proxy that decodes slashes, joins two of them, or ignores case. Such a
 * path must not reach the queue or the history of a member, where all owners are.
 */
const rootOf = (segments: readonly string[]): string =>
  segments
    .flatMap((segment) => segment.toLowerCase().split(/[/\\]/))
    .find((segment) => segment !== "" && segment !== "api") ?? "";

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

async function fromHome(
  facade: Facade,
  root: string,
  request: DirectRequest,
  options: SendOptions,
): Promise<Reply | undefined> {
  const { method = "GET" } = request;
  const isPassedOn = !ownRoots.has(root) && (isRead(method) || changeableRoots.has(root));
  return isPassedOn ? askHome(facade, request, options) : undefined;
}

async function answerOf(route: Route, request: RouteRequest): Promise<Answer> {
  try {
    return await route.answer(request);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return tooLarge(request.facade.maxBodyBytes);
    request.options.signal?.throwIfAborted();
    if (error instanceof PictorError) throw error;
    // A body that is not what its type says, such as a broken form.
    request.facade.logger.warn(`a request of the gateway failed: ${String(error)}`, { path: route.path });
    return text("500 Internal Server Error\n\nServer got itself in trouble", 500);
  }
}

/** Rejects with the errors of the backend, such as `BACKEND_UNREACHABLE`. */
export async function answerRequest(
  facade: Facade,
  request: DirectRequest,
  options: SendOptions,
): Promise<Reply> {
  const { method = "GET", path, headers = [], body, owner, priority } = request;
  const target = targetOf(path);
  if (target === undefined) return toReply(empty(400), path);
  const { segments, query } = target;
  for (const route of routes) {
    const parameters = fit(route, segments);
    if (parameters === undefined || route.method !== (isRead(method) ? "GET" : method)) continue;
    const call = options.signal === undefined ? {} : { signal: options.signal };
    const answer = await answerOf(route, {
      facade,
      owner,
      priority,
      parameters,
      query,
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      body,
      options: call,
    });
    return toReply(answer, path);
  }
  const reply = await fromHome(facade, rootOf(segments), request, options);
  if (reply !== undefined) return reply;
  const otherwise = isRead(method) ? frontEndDefaults(segments) : undefined;
  return toReply(otherwise ?? noRoute(method), path);
}
