// The routes of ComfyUI-Manager 3.x: no path prefix, one queue for all clients, results only over the sockets.
import { empty, json, text, readJsonBody, route } from "@pictor/comfyui-protocol";
import type { Route } from "../routes/route.js";
import {
  gitRoute,
  nodeListRoutes,
  queueRoutes,
  securityError,
  sendStatus,
  sharedRoutes,
  type ManagerContext,
  type ManagerRoutes,
} from "./shared-routes.js";
import { TaskQueue } from "./task-queue.js";
import { readTask, taskKinds, type Task } from "./tasks-v3.js";

export function routesV3(context: ManagerContext, changeMethod: "GET" | "POST"): ManagerRoutes {
  const { options, folder } = context;
  const results = new Map<string, string>();
  const counts = () => {
    const done = results.size;
    const current = queue.running === undefined ? 0 : 1;
    return { total_count: done + current + queue.waiting.length, done_count: done };
  };
  const queue = new TaskQueue<Task>(context, {
    run({ uiId, run: runTask }) {
      const before = counts();
      results.set(uiId, runTask());
      sendStatus(context, { status: "in_progress", target: uiId, ui_target: "nodepack_manager", ...before });
    },
    onIdle() {
      const nodepack_result = Object.fromEntries(results);
      sendStatus(context, { status: "done", nodepack_result, model_result: {}, ...counts() });
      results.clear();
    },
  });
  const changes = taskKinds.map((kind) =>
    route("POST", new RegExp(`^/manager/queue/${kind}$`), async (request) => {
      const read = readTask(kind, await readJsonBody(request), { options, folder, installRisk: "middle" });
      if (!("task" in read)) return read.status === 200 ? empty(200) : text(securityError, read.status);
      queue.put(read.task);
      return empty(200);
    }),
  );
  const routes: readonly Route[] = [
    route("GET", /^\/manager\/version$/, () => text(changeMethod === "GET" ? "V3.39.2" : "V3.41", 200)),
    ...sharedRoutes(context, "", changeMethod),
    ...nodeListRoutes(context, ""),
    gitRoute(context, "", changeMethod === "GET" ? "text" : "json"),
    ...changes,
    ...queueRoutes(queue, "", changeMethod),
    route("GET", /^\/manager\/queue\/status$/, () => {
      const in_progress_count = queue.running === undefined ? 0 : 1;
      return json({ ...counts(), in_progress_count, is_processing: queue.isWorking });
    }),
  ];
  return { routes, end: queue.end };
}
