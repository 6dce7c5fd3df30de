// Finds the route of a request. Pages, settings and other reads that the facade does not answer itself come from the first
// member that answers.

import {
  answerBy,
  contentsOf,
  empty,
  frontEndRoutes,
  isRead,
  json,
  limitedTo,
  protocolRoutes,
  route,
  type Caller,
  type Engine,
  type Route,
} from "@pictor/comfyui-protocol";
import { withoutUndefined, type DirectRequest, type Reply, type SendOptions } from "@pictor/kernel/plugin";
import { directReply } from "../http/direct-reply.js";
import { targetOf } from "../http/target.js";
import { askHome } from "../members/homes.js";
import type { Facade } from "../state/facade-state.js";

/** The first segments of the paths that the facade answers itself. Nothing below them is passed on. */
const ownRoots = new Set([
  ...["prompt", "queue", "interrupt", "history", "jobs", "free", "ws"],
  ...["view", "upload", "object_info", "embeddings", "system_stats", "features"],
]);

/** What a client may change on the member that has the pages: files and settings of ComfyUI's front end. */
const changeableRoots = new Set(["userdata", "settings", "users"]);

/**
 * The first segment that counts, also for a server behind a proxy that decodes slashes, joins two of them, or ignores
 * case. Such a path must not reach the queue or the history of a member, where all owners are.
 */
const rootOf = (segments: readonly string[]): string =>
  segments
    .flatMap((segment) => segment.toLowerCase().split(/[/\\]/))
    .find((segment) => segment !== "" && segment !== "api") ?? "";

async function fromHome(
  facade: Facade,
  root: string,
  request: DirectRequest,
  options: SendOptions,
): Promise<Reply | undefined> {
  const isPassedOn = isRead(request.method ?? "GET") || changeableRoots.has(root);
  return isPassedOn ? askHome(facade, request, options) : undefined;
}

const fixed = (path: RegExp, body: unknown): Route => route("GET", path, () => json(body));

/** What ComfyUI's front end reads at its start, for a backend without a member that could be asked. */
const frontEndDefaults: readonly Route[] = [
  ...frontEndRoutes,
  fixed(/^\/settings$/, {}),
  fixed(/^\/users$/, { storage: "server", migrated: true }),
  fixed(/^\/models$/, []),
];

async function* piecesOf(body: DirectRequest["body"]): AsyncGenerator<Uint8Array> {
  if (body === undefined) return;
  if (typeof body === "string") yield await Promise.resolve(Buffer.from(body));
  else if (body instanceof Uint8Array) yield await Promise.resolve(body);
  else yield* body.open();
}

/** Rejects with the errors of the backend, such as `BACKEND_UNREACHABLE`. */
export async function answerRequest(
  facade: Facade,
  engine: Engine,
  request: DirectRequest,
  options: SendOptions,
): Promise<Reply> {
  const { method = "GET", path, headers = [], body, owner, priority, runningLimit } = request;
  const target = targetOf(path);
  if (target === undefined) return directReply(empty(400), path);
  const { segments, query } = target;
  const root = rootOf(segments);
  const isOwn = ownRoots.has(root);
  const passedOn = isOwn ? undefined : await fromHome(facade, root, request, options);
  if (passedOn !== undefined) return passedOn;
  const caller: Caller = withoutUndefined({ owner, priority, runningLimit, signal: options.signal });
  const stream = (): AsyncIterable<Buffer> => limitedTo(engine.maxBodyBytes, piecesOf(body));
  const reply = await answerBy(
    isOwn ? protocolRoutes : frontEndDefaults,
    { method, path: path.split("?", 1)[0] ?? "" },
    (parameters) => ({
      engine,
      caller,
      parameters,
      query,
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      body: () => contentsOf(stream()),
      stream,
    }),
  );
  return directReply(reply, path);
}
