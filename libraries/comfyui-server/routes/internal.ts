// `/internal`: the log, folders and file names, for front ends.
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { memberOf, toBoolean } from "@pictor/comfyui-graph";
import { modelFolders } from "./model-folders.js";
import { terminalSize } from "../clients/logs.js";
import { empty, json, readJsonBody, route, type Reply } from "@pictor/comfyui-protocol";
import type { Route, RouteRequest } from "./route.js";

async function files({ context, parameters: [type = ""] }: RouteRequest): Promise<Reply> {
  if (type !== "output" && type !== "input" && type !== "temp") {
    return json({ error: "Invalid directory type" }, 400);
  }
  const folder = context.folders[type];
  const entries = await readdir(folder, { withFileTypes: true });
  const visible = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
  const dated = await Promise.all(
    visible.map(async ({ name }) => ({ name, modifiedMs: (await stat(path.join(folder, name))).mtimeMs })),
  );
  return json(dated.sort((a, b) => b.modifiedMs - a.modifiedMs).map(({ name }) => name));
}

async function subscribe(request: RouteRequest): Promise<Reply> {
  const { logs } = request.context;
  const body = await readJsonBody(request);
  const clientId = memberOf(body, "clientId");
  const isSubscribing = toBoolean(memberOf(body, "enabled"));
  if (typeof clientId !== "string") throw new TypeError("clientId is not a string");
  if (isSubscribing) logs.subscribe(clientId);
  else logs.unsubscribe(clientId);
  return empty(200);
}

export const internalRoutes: readonly Route[] = [
  route("GET", /^\/internal\/logs$/, ({ context: { logs } }) =>
    json(
      logs
        .entries()
        .map(({ t, m }) => `${t} - ${m}`)
        .join(""),
    ),
  ),
  route("GET", /^\/internal\/logs\/raw$/, ({ context: { logs } }) =>
    json({ entries: logs.entries(), size: terminalSize }),
  ),
  route("PATCH", /^\/internal\/logs\/subscribe$/, subscribe),
  route("GET", /^\/internal\/folder_paths$/, ({ context }) => json(modelFolders(context))),
  route("GET", /^\/internal\/files\/([^/]+)$/, files),
];
