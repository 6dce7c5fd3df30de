// The queue as a list, and the removal of prompts that wait; the running one is never touched.
import { queueTuple } from "../queue.js";
import { empty, json, type Reply } from "../reply.js";
import { objectBody, type Route, type RouteRequest } from "./route.js";

async function change(request: RouteRequest): Promise<Reply> {
  const { queue, runner } = request.parts;
  const body = await objectBody(request);
  const ids = body["delete"];
  if (body["clear"]) {
    queue.clear();
    runner.announceStatus();
  }
  for (const id of Array.isArray(ids) ? (ids as unknown[]) : []) {
    if (typeof id === "string" && queue.remove(id)) runner.announceStatus();
  }
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
