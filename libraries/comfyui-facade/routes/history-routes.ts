// The history: the ended prompts of the owner.

import { keepNewest, isRecord } from "@pictor/kernel/plugin";
import { empty, json, text, type Answer } from "../http/answer.js";
import { findOwn, listEnded } from "../prompts/find.js";
import { maxEnded } from "../prompts/follow.js";
import { promptError } from "../wire/refusal.js";
import { idsOf, readJson, type Route, type RouteRequest } from "./route.js";

/** An integer; undefined if it is absent, NaN for anything else. */
const integer = (value: string | null): number | undefined =>
  value === null ? undefined : /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : Number.NaN;

/** The last `max_items`, or those from `offset` on. */
async function list({ facade, owner, query, options }: RouteRequest): Promise<Answer> {
  const [max, offset] = [integer(query.get("max_items")), integer(query.get("offset"))];
  if (Number.isNaN(max) || Number.isNaN(offset)) return text("400: max_items and offset are integers", 400);
  const all = await listEnded(facade, owner, options);
  const isFromEnd = offset === undefined || offset < 0;
  const from = isFromEnd ? (max === undefined ? 0 : Math.max(0, all.length - Math.max(0, max))) : offset;
  const page = all.slice(from, max === undefined ? undefined : from + Math.max(0, max));
  return json(Object.fromEntries(page.map(({ prompt, entry }) => [prompt.promptId, entry])));
}

async function one({ facade, owner, parameters: [id = ""], options }: RouteRequest): Promise<Answer> {
  const found = facade.hidden.has(id) ? undefined : await findOwn(facade, owner, id, options);
  return json(found?.in === "ended" ? { [id]: found.entry } : {});
}

/** A deleted item is hidden: the record of the backend stays. */
async function change(request: RouteRequest): Promise<Answer> {
  const { facade, owner, options } = request;
  const body = await readJson(request);
  if (!isRecord(body))
    return json(promptError("invalid_json", "The body of the request is not a JSON object."), 400);
  const own = await listEnded(facade, owner, options);
  const named = new Set(idsOf(body["delete"]));
  for (const { prompt } of own)
    if (body["clear"] === true || named.has(prompt.promptId)) {
      facade.ended.delete(prompt.promptId);
      facade.hidden.add(prompt.promptId);
    }
  keepNewest(facade.hidden, maxEnded);
  return empty(200);
}

export const historyRoutes: readonly Route[] = [
  { method: "GET", path: "/history", answer: list },
  { method: "GET", path: "/history/*", answer: one },
  { method: "POST", path: "/history", answer: change },
];
