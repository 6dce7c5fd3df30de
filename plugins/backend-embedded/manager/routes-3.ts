// The fake Manager of 3.x: routes without a prefix, one queue for everybody, results only on the sockets.
import { empty, json, text } from "../server/reply.js";
import { jsonBody, type Route } from "../server/routes/route.js";
import { gitRoute, listRoutes, refusal, sharedRoutes, withoutForm } from "./life.js";
import type { ManagerLife, ManagerRoutes } from "./life.js";
import { createWorkQueue } from "./queue.js";
import { asked, kinds, type Task } from "./task-3.js";

export function routes3(life: ManagerLife, verb: "GET" | "POST"): ManagerRoutes {
  const { options, disk, clients, clock } = life;
  const results = new Map<string, string>();
  const counts = () => {
    const done = results.size;
    const current = queue.running === undefined ? 0 : 1;
    return { total_count: done + current + queue.waiting.length, done_count: done };
  };
  const say = (message: object): void => {
    clients.send("everybody", "cm-queue-status", message);
  };
  const queue = createWorkQueue<Task>({
    clock,
    taskMs: options.taskMs ?? 0,
    run({ uiId, work }) {
      const before = counts();
      results.set(uiId, work());
      say({ status: "in_progress", target: uiId, ui_target: "nodepack_manager", ...before });
    },
    idle() {
      const nodepack_result = Object.fromEntries(results);
      say({ status: "done", nodepack_result, model_result: {}, ...counts() });
      results.clear();
    },
  });
  const changes = kinds.map((kind): Route => ({
    method: "POST",
    path: new RegExp(`^/manager/queue/${kind}$`),
    async answer(request) {
      const found = asked(kind, await jsonBody(request), { options, disk, risk: "middle" });
      if (!("task" in found)) return found.status === 200 ? empty(200) : text(refusal, found.status);
      queue.put(found.task);
      return empty(200);
    },
  }));
  const routes: readonly Route[] = [
    {
      method: "GET",
      path: /^\/manager\/version$/,
      answer: () => text(verb === "GET" ? "V3.39.2" : "V3.41", 200),
    },
    ...sharedRoutes(life, "", verb),
    ...listRoutes(life, ""),
    gitRoute(life, "", verb === "GET" ? "text" : "json"),
    ...changes,
    {
      method: verb,
      path: /^\/manager\/queue\/reset$/,
      answer: withoutForm(() => {
        queue.reset();
        return empty(200);
      }),
    },
    {
      method: verb,
      path: /^\/manager\/queue\/start$/,
      answer: withoutForm(() => empty(queue.start() ? 200 : 201)),
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
