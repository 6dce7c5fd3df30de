// Finished prompts: list, look up, forget.
import { isObject } from "../../json.js";
import { empty, json, type Reply } from "../reply.js";
import { jsonBody, type Route, type RouteRequest } from "./route.js";

function list({ parts, query }: RouteRequest): Reply {
  return json(parts.history.list(integer(query.get("max_items")), integer(query.get("offset"))));
}

/** Throws for anything but an integer, which answers 500 as the real server does. */
function integer(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (!/^-?\d+$/.test(value)) throw new TypeError(`not an integer: ${value}`);
  const number = Number(value);
  return number < 0 ? undefined : number;
}

async function change(request: RouteRequest): Promise<Reply> {
  const { history } = request.parts;
  const body = await jsonBody(request);
  if (!isObject(body)) throw new TypeError("The body is not an object");
  const ids = body["delete"];
  if (body["clear"]) history.clear();
  for (const id of Array.isArray(ids) ? ids : []) history.delete(String(id));
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
