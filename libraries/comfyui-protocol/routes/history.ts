// `/history`: lists finished prompts, and deletes them from the history.
import { isIn, itemsOf, memberOf, toBoolean, toInteger } from "@pictor/comfyui-graph";
import { empty, json, type Reply } from "../http/reply.js";
import { pageOf } from "../prompts/history-entry.js";
import { readJsonBody, route, type Route, type RouteRequest } from "./route.js";

/** Parses an integer. Throws for any other text. */
const integer = (value: string | null): number | undefined =>
  value === null ? undefined : Number(toInteger(value));

async function list({ engine, caller, query }: RouteRequest): Promise<Reply> {
  const [maxItems, offset] = [integer(query.get("max_items")), integer(query.get("offset"))];
  return json(Object.fromEntries(pageOf(await engine.history(caller), maxItems, offset)));
}

async function one({ engine, caller, parameters: [id = ""] }: RouteRequest): Promise<Reply> {
  const entry = await engine.historyEntry(id, caller);
  return json(entry ? { [id]: entry } : {});
}

async function change(request: RouteRequest): Promise<Reply> {
  const { engine, caller } = request;
  const body = await readJsonBody(request);
  if (isIn("clear", body) && toBoolean(memberOf(body, "clear"))) await engine.clearHistory(caller);
  const ids = isIn("delete", body) ? itemsOf(memberOf(body, "delete")) : [];
  for (const id of ids) await engine.forget(id, caller);
  return empty(200);
}

export const historyRoutes: readonly Route[] = [
  route("GET", /^\/history$/, list),
  route("GET", /^\/history\/([^/]+)$/, one),
  route("POST", /^\/history$/, change),
];
