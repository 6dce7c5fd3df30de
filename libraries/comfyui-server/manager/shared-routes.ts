// The routes that several generations of ComfyUI-Manager have in common, and the state that they use.
import { isRecord, type Clock } from "@pictor/kernel/plugin";
import { empty, json, message, route, text, type Reply } from "@pictor/comfyui-protocol";
import { readObjectBody, type Route, type RouteRequest } from "../routes/route.js";
import type { Clients } from "../clients/clients.js";
import type { CustomNodesFolder } from "./custom-nodes-folder.js";
import { classMappings, importFailure, installedPacks, listedPacks, packVersions } from "./replies.js";
import type { ManagerOptions } from "./options.js";
import { allows } from "./security.js";
import type { TaskQueue } from "./task-queue.js";

export interface ManagerContext {
  readonly options: ManagerOptions;
  readonly folder: CustomNodesFolder;
  readonly clients: Clients;
  readonly clock: Clock;
  /** The node packs that were installed when the session began: the reply of `installed?mode=imported`. */
  readonly imported: Record<string, object>;
  /** Resets every connection and restarts the server. The reply to the current request is lost. */
  reboot(): void;
}

export interface ManagerRoutes {
  readonly routes: readonly Route[];
  /** Stops the task queue. */
  readonly end: () => void;
}

/** The text that the real ComfyUI-Manager sends with status 403. */
export const securityError = "A security error has occurred. Please check the terminal logs";

/** The pattern of a path; `{name}` matches one segment. */
const pathOf = (prefix: string, path: string): RegExp =>
  new RegExp(`^${prefix}${path.replaceAll("{name}", "([^/]+)")}$`);

/** Refuses form submissions, as the real ComfyUI-Manager does, so that no foreign web page can request a change. */
const refuseForms =
  (answer: (request: RouteRequest) => Reply | Promise<Reply>) =>
  (request: RouteRequest): Reply | Promise<Reply> => {
    const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const isForm = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].includes(type);
    return isForm ? text("Invalid Content-Type for this endpoint.", 400) : answer(request);
  };

/** `changeMethod` is the HTTP method of changes that have no body. */
export function sharedRoutes(
  context: ManagerContext,
  prefix: "" | "/v2",
  changeMethod: "GET" | "POST",
): readonly Route[] {
  const { options, folder, imported } = context;
  const get = (path: string, answer: Route["answer"]): Route => route("GET", pathOf(prefix, path), answer);
  return [
    get("/customnode/installed", ({ query }) =>
      json(query.get("mode") === "imported" ? imported : installedPacks(folder)),
    ),
    get("/customnode/getmappings", ({ query }) => {
      if (!query.has("mode")) throw new TypeError("The query parameter mode is missing");
      return json(classMappings(options.packs));
    }),
    route("POST", pathOf(prefix, "/customnode/import_fail_info"), async (request) => {
      const found = importFailure(folder, await readObjectBody(request));
      return found === undefined ? empty(400) : json(found);
    }),
    route(
      changeMethod,
      pathOf(prefix, "/manager/reboot"),
      refuseForms(() => {
        if (!allows(options, "middle")) return empty(403);
        context.reboot();
        return empty(200);
      }),
    ),
  ];
}

/** Starts the queue, and drops what waits in it. */
export const queueRoutes = (
  queue: Pick<TaskQueue<unknown>, "reset" | "start">,
  prefix: "" | "/v2",
  changeMethod: "GET" | "POST",
): readonly Route[] => [
  route(
    changeMethod,
    pathOf(prefix, "/manager/queue/reset"),
    refuseForms(() => {
      queue.reset();
      return empty(200);
    }),
  ),
  route(
    changeMethod,
    pathOf(prefix, "/manager/queue/start"),
    refuseForms(() => empty(queue.start() ? 200 : 201)),
  ),
];

/** What the Manager 4.x says about itself. */
export const aboutRoutes = (version: string, is_legacy_manager_ui: boolean): readonly Route[] => [
  route("GET", /^\/v2\/manager\/version$/, () => text(version, 200)),
  route("GET", /^\/v2\/manager\/is_legacy_manager_ui$/, () => json({ is_legacy_manager_ui })),
];

/** Tells all clients about the queue. */
export const sendStatus = ({ clients }: Pick<ManagerContext, "clients">, status: object): void => {
  clients.send("all", message("cm-queue-status", status));
};

/** The routes for the list and the versions of node packs, which only 3.x and the legacy user interface of 4.x have. */
export function nodeListRoutes({ options, folder }: ManagerContext, prefix: "" | "/v2"): readonly Route[] {
  return [
    route("GET", pathOf(prefix, "/customnode/getlist"), ({ query }) => {
      if (!query.has("mode")) throw new TypeError("The query parameter mode is missing");
      return json(listedPacks(options.packs, folder));
    }),
    route("GET", pathOf(prefix, "/customnode/versions/{name}"), ({ parameters: [id = ""] }) => {
      const found = packVersions(options.packs, id);
      return found === undefined ? empty(400) : json(found);
    }),
  ];
}

/** Clones a repository. 4.x and 3.x up to 3.39 read the body as text, 3.41 as JSON. */
export function gitRoute(
  { options, folder }: ManagerContext,
  prefix: "" | "/v2",
  form: "text" | "json",
): Route {
  return route("POST", pathOf(prefix, "/customnode/install/git_url"), async (request) => {
    if (!allows(options, "git-url"))
      return form === "json" ? json({ error: "allow_git_url_install" }, 403) : empty(403);
    const url = form === "json" ? await urlIn(request) : (await request.body()).toString("utf8");
    if (url === undefined) return text("Invalid request body: expected JSON object with a 'url' field", 400);
    const pack = options.packs.find(({ repository }) => repository === url.replace(/\.git$/, ""));
    return empty(pack !== undefined && folder.clone(pack) === "success" ? 200 : 400);
  });
}

async function urlIn(request: RouteRequest): Promise<string | undefined> {
  const body: unknown = await readObjectBody(request).catch(() => undefined);
  return isRecord(body) && typeof body["url"] === "string" ? body["url"] : undefined;
}
