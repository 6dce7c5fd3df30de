// What the routes of every generation share in one life of the server, and the routes that all of them have.
import type { Clock } from "@pictor/kernel/plugin";
import { isObject } from "../json.js";
import { empty, json, text, type Reply } from "../server/reply.js";
import { objectBody, type Route, type RouteRequest } from "../server/routes/route.js";
import type { Clients } from "../server/clients.js";
import type { Disk } from "./disk.js";
import { importFailure, installed, mappings, nodePacks, versions } from "./listing.js";
import type { ManagerOptions } from "./options.js";
import { allows } from "./security.js";

export interface ManagerLife {
  readonly options: ManagerOptions;
  readonly disk: Disk;
  readonly clients: Clients;
  readonly clock: Clock;
  /** What `installed?mode=imported` says: as it was when the server started. */
  readonly imported: Record<string, object>;
  /** Closes every connection and starts the server anew; the reply that is under way never arrives. */
  reboot(): void;
}

/** Routes, and the end of what works behind them. */
export interface ManagerRoutes {
  readonly routes: readonly Route[];
  end(): void;
}

/** The text that the real one sends with a refusal. */
export const refusal = "A security error has occurred. Please check the terminal logs";

/** A path of this generation, as a pattern. */
export const pathOf = (prefix: string, path: string): RegExp =>
  new RegExp(`^${prefix}${path.replaceAll("{name}", "([^/]+)")}$`);

/** A change without a body: forms of web pages are refused, so that no foreign page can send it. */
export const withoutForm =
  (answer: (request: RouteRequest) => Reply | Promise<Reply>) =>
  (request: RouteRequest): Reply | Promise<Reply> => {
    const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const isForm = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].includes(type);
    return isForm ? text("Invalid Content-Type for this endpoint.", 400) : answer(request);
  };

/** `verb`: how this generation is asked for changes without a body. */
export function sharedRoutes(life: ManagerLife, prefix: "" | "/v2", verb: "GET" | "POST"): readonly Route[] {
  const { options, disk, imported } = life;
  const get = (path: string, answer: Route["answer"]): Route => ({
    method: "GET",
    path: pathOf(prefix, path),
    answer,
  });
  return [
    get("/customnode/installed", ({ query }) =>
      json(query.get("mode") === "imported" ? imported : installed(disk)),
    ),
    get("/customnode/getmappings", ({ query }) => {
      if (!query.has("mode")) throw new TypeError("mode is missing");
      return json(mappings(options.packs));
    }),
    {
      method: "POST",
      path: pathOf(prefix, "/customnode/import_fail_info"),
      async answer(request) {
        const found = importFailure(disk, await objectBody(request));
        return found === undefined ? empty(400) : json(found);
      },
    },
    {
      method: verb,
      path: pathOf(prefix, "/manager/reboot"),
      answer: withoutForm(() => {
        if (!allows(options, "middle")) return empty(403);
        life.reboot();
        return empty(200);
      }),
    },
  ];
}

/** The list of 3.x and of the old page of 4.x, which the newer page has no route for. */
export function listRoutes({ options, disk }: ManagerLife, prefix: "" | "/v2"): readonly Route[] {
  return [
    {
      method: "GET",
      path: pathOf(prefix, "/customnode/getlist"),
      answer({ query }) {
        if (!query.has("mode")) throw new TypeError("mode is missing");
        return json(nodePacks(options.packs, disk));
      },
    },
    {
      method: "GET",
      path: pathOf(prefix, "/customnode/versions/{name}"),
      answer({ parameters: [id = ""] }) {
        const found = versions(options.packs, id);
        return found === undefined ? empty(400) : json(found);
      },
    },
  ];
}

/** Clones an address. 4.x and older 3.x read the body as text, 3.41 as JSON. */
export function gitRoute({ options, disk }: ManagerLife, prefix: "" | "/v2", form: "text" | "json"): Route {
  return {
    method: "POST",
    path: pathOf(prefix, "/customnode/install/git_url"),
    async answer(request) {
      if (!allows(options, "git-url"))
        return form === "json" ? json({ error: "allow_git_url_install" }, 403) : empty(403);
      const url = form === "json" ? await urlIn(request) : (await request.body()).toString("utf8");
      if (url === undefined)
        return text("Invalid request body: expected JSON object with a 'url' field", 400);
      const pack = options.packs.find(({ repository }) => repository === url.replace(/\.git$/, ""));
      return empty(pack !== undefined && disk.clone(pack) === "success" ? 200 : 400);
    },
  };
}

async function urlIn(request: RouteRequest): Promise<string | undefined> {
  const body: unknown = await objectBody(request).catch(() => undefined);
  return isObject(body) && typeof body["url"] === "string" ? body["url"] : undefined;
}
