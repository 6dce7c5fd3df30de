// The routes of ComfyUI-Manager 3.x: no path prefix, one queue for all clients, results only over the sockets.
import { empty, json, text, readJsonBody, message } from "@pictor/comfyui-protocol";
import type { Route } from "../routes/route.js";
import { gitRoute, nodeListRoutes, securityError, sharedRoutes, refuseForms } from "./shared-routes.js";
import type { ManagerContext, ManagerRoutes } from "./shared-routes.js";
import { createTaskQueue } from "./task-queue.js";
import { readTask, taskKinds, type Task } from "./tasks-v3.js";

export function routesV3(context: ManagerContext, changeMethod: "GET" | "POST"): ManagerRoutes {
  const { options, folder, clients, clock } = context;
  const results = new Map<string, string>();
  const counts = () => {
    const done = results.size;
    const current = queue.running === undefined ? 0 : 1;
    return { total_count: done + current + queue.waiting.length, done_count: done };
  };
  const sendToAll = (status: object): void => {
    clients.send("all", message("cm-queue-status", status));
  };
  const queue = createTaskQueue<Task>({
    clock,
    taskMs: options.taskMs ?? 0,
    run({ uiId, run: runTask }) {
      const before = counts();
      results.set(uiId, runTask());
      sendToAll({ status: "in_progress", target: uiId, ui_target: "nodepack_manager", ...before });
    },
    onIdle() {
      const nodepack_result = Object.fromEntries(results);
      sendToAll({ status: "done", nodepack_result, model_result: {}, ...counts() });
      results.clear();
    },
  });
  const changes = taskKinds.map((kind): Route => ({
    method: "POST",
    path: new RegExp(`^/manager/queue/${kind}$`),
    async answer(request) {
      const read = readTask(kind, await readJsonBody(request), { options, folder, installRisk: "middle" });
      if (!("task" in read)) return read.status === 200 ? empty(200) : text(securityError, read.status);
      queue.put(read.task);
      return empty(200);
    },
  }));
  const routes: readonly Route[] = [
    {
      method: "GET",
      path: /^\/manager\/version$/,
      answer: () => text(changeMethod === "GET" ? "V3.39.2" : "V3.41", 200),
    },
    ...sharedRoutes(context, "", changeMethod),
    ...nodeListRoutes(context, ""),
    gitRoute(context, "", changeMethod === "GET" ? "text" : "json"),
    ...changes,
    {
      method: changeMethod,
      path: /^\/manager\/queue\/reset$/,
      answer: refuseForms(() => {
        queue.reset();
        return empty(200);
      }),
    },
    {
      method: changeMethod,
      path: /^\/manager\/queue\/start$/,
      answer: refuseForms(() => empty(queue.start() ? 200 : 201)),
    },
    {
      method: "GET",
      path: /^\/manager\/queue\/status$/,
      answer: () => {
        const in_progress_count = queue.running === undefined ? 0 : 1;
        return json({ ...counts(), in_progress_count, is_processing: queue.isWorking });
      },
    },
  ];
  return {
    routes,
    end: () => {
      queue.end();
    },
  };
}
