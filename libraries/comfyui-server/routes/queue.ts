// `/queue`: lists the queue, and removes pending prompts; the running prompt is never removed.
import { isIn, itemsOf, memberOf, toBoolean } from "@pictor/comfyui-graph";
import { removePending } from "../runs/remove-pending.js";
import { empty, json, queueTuple, type Reply } from "@pictor/comfyui-protocol";
import { readJsonBody, type Route, type RouteRequest } from "./route.js";

async function change(request: RouteRequest): Promise<Reply> {
  const { context } = request;
  const body = await readJsonBody(request);
  if (isIn("clear", body) && toBoolean(memberOf(body, "clear"))) {
    context.queue.clear();
    context.runner.announceStatus();
  }
  const ids = isIn("delete", body) ? itemsOf(memberOf(body, "delete")) : [];
  for (const id of ids) if (typeof id === "string") removePending(context, id);
  return empty(200);
}

export const queueRoutes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/queue$/,
    answer({ context: { queue } }) {
      const running = queue.running();
      return json({
        queue_running: running ? [queueTuple(running)] : [],
        queue_pending: queue.pending().map(queueTuple),
      });
    },
  },
  { method: "POST", path: /^\/queue$/, answer: change },
];
