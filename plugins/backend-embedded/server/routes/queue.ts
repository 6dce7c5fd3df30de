// The queue as a list, and the removal of prompts that wait; the running one is never touched.
import { isIn, itemsOf, memberOf } from "../../graph/python-access.js";
import { toBoolean } from "../../graph/python.js";
import { queueTuple } from "../queue.js";
import { removeWaiting } from "../remove-waiting.js";
import { empty, json, type Reply } from "../reply.js";
import { jsonBody, type Route, type RouteRequest } from "./route.js";

async function change(request: RouteRequest): Promise<Reply> {
  const { parts } = request;
  const body = await jsonBody(request);
  if (isIn("clear", body) && toBoolean(memberOf(body, "clear"))) {
    parts.queue.clear();
    parts.runner.announceStatus();
  }
  const ids = isIn("delete", body) ? itemsOf(memberOf(body, "delete")) : [];
  for (const id of ids) if (typeof id === "string") removeWaiting(parts, id);
  return empty(200);
}

export const queueRoutes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/queue$/,
    answer({ parts: { queue } }) {
      const running = queue.running();
      return json({
        queue_running: running ? [queueTuple(running)] : [],
        queue_pending: queue.pending().map(queueTuple),
      });
    },
  },
  { method: "POST", path: /^\/queue$/, answer: change },
];
