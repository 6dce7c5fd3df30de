// Finished prompts: list, look up, forget.
import { isIn, itemsOf, memberOf } from "../../graph/python-access.js";
import { toBoolean, toInteger } from "../../graph/python.js";
import { empty, json, type Reply } from "../reply.js";
import { jsonBody, type Route, type RouteRequest } from "./route.js";

function list({ parts, query }: RouteRequest): Reply {
  return json(parts.history.list(integer(query.get("max_items")), integer(query.get("offset"))));
}

/** Throws for anything but an integer, which answers 500 as the real server does. */
function integer(value: string | null): number | undefined {
  return value === null ? undefined : Number(toInteger(value));
}

async function change(request: RouteRequest): Promise<Reply> {
  const { history } = request.parts;
  const body = await jsonBody(request);
  if (isIn("clear", body) && toBoolean(memberOf(body, "clear"))) history.clear();
  const ids = isIn("delete", body) ? itemsOf(memberOf(body, "delete")) : [];
  for (const id of ids) history.delete(id);
  return empty(200);
}

export const historyRoutes: readonly Route[] = [
  { method: "GET", path: /^\/history$/, answer: list },
  {
    method: "GET",
    path: /^\/history\/([^/]+)$/,
    answer({ parts, parameters: [id = ""] }) {
      const entry = parts.history.get(id);
      return json(entry ? { [id]: entry } : {});
    },
  },
  { method: "POST", path: /^\/history$/, answer: change },
];
