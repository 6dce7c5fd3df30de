// The fake Manager of 4.x with its old page (`--enable-manager-legacy-ui`): bodies of 3.x, many in one request.
import { json, text } from "../server/reply.js";
import { objectBody, type Route } from "../server/routes/route.js";
import { gitRoute, listRoutes, sharedRoutes } from "./life.js";
import type { ManagerLife, ManagerRoutes } from "./life.js";
import { version42 } from "./options.js";
import { createWorkQueue } from "./queue.js";
import { asked, kinds, type Task } from "./task-3.js";

interface Batch {
  readonly id: string;
  readonly tasks: readonly Task[];
}

export function routesLegacy(life: ManagerLife): ManagerRoutes {
  const { options, disk, clients, clock } = life;
  let batches = 0;
  const say = (message: object): void => {
    clients.send("everybody", "cm-queue-status", message);
  };
  const queue = createWorkQueue<Batch>({
    clock,
    taskMs: options.taskMs ?? 0,
    run({ id, tasks }) {
      const nodepack_result = Object.fromEntries(tasks.map(({ uiId, work }) => [uiId, work()]));
      const counts = { total_count: tasks.length, done_count: tasks.length };
      for (const { uiId } of tasks)
        say({ status: "in_progress", target: uiId, batch_id: id, ui_target: "nodepack_manager", ...counts });
      say({ status: "batch-done", nodepack_result, model_result: {}, ...counts, batch_id: id });
    },
    idle() {
      say({ status: "all-done" });
    },
  });
  const batch: Route = {
    method: "POST",
    path: /^\/v2\/manager\/queue\/batch$/,
    async answer(request) {
      const body = await objectBody(request);
      const failed: unknown[] = [];
      const tasks = kinds.flatMap((kind) =>
        (Array.isArray(body[kind]) ? (body[kind] as unknown[]) : []).flatMap((item): readonly Task[] => {
          const found = asked(kind, item, { options, disk, risk: "middle+" });
          if ("task" in found) return [found.task];
          if (found.status !== 200) failed.push((item as { readonly id?: unknown }).id);
          return [];
        }),
      );
      if (tasks.length > 0) queue.put({ id: `batch_${++batches}`, tasks });
      queue.start();
      return json({ failed });
    },
  };
  const routes: readonly Route[] = [
    { method: "GET", path: /^\/v2\/manager\/version$/, answer: () => text(version42, 200) },
    {
      method: "GET",
      path: /^\/v2\/manager\/is_legacy_manager_ui$/,
      answer: () => json({ is_legacy_manager_ui: true }),
    },
    ...sharedRoutes(life, "/v2", "POST"),
    ...listRoutes(life, "/v2"),
    gitRoute(life, "/v2", "text"),
    batch,
    {
      method: "GET",
      path: /^\/v2\/manager\/queue\/status$/,
      answer() {
        const current = queue.running ?? queue.waiting[0];
        const total_count = current?.tasks.length ?? 0;
        const in_progress_count = queue.running === undefined ? 0 : 1;
        return json({
          total_count,
          done_count: 0,
          in_progress_count,
          is_processing: current !== undefined && queue.isWorking,
        });
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
