// `/history`: lists finished prompts, and deletes them from the history.
import { isIn, itemsOf, memberOf, toBoolean, toInteger } from "@pictor/comfyui-graph";
import { empty, json, type Reply } from "@pictor/comfyui-protocol";
import { readJsonBody, type Route, type RouteRequest } from "./route.js";

function list({ context, query }: RouteRequest): Reply {
  return json(context.history.list(integer(query.get("max_items")), integer(query.get("offset"))));
}

/** Parses an integer. Throws for any other text; the reply then has status 500, as on real servers. */
function integer(value: string | null): number | undefined {
  return value === null ? undefined : Number(toInteger(value));
}

async function change(request: RouteRequest): Promise<Reply> {
  const { history } = request.context;
  const body = await readJsonBody(request);
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
    answer({ context, parameters: [id = ""] }) {
      const entry = context.history.get(id);
      return json(entry ? { [id]: entry } : {});
    },
  },
  { method: "POST", path: /^\/history$/, answer: change },
];
