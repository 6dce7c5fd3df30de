// The routes of ComfyUI-Manager 4.x with `--enable-manager-legacy-ui`: bodies of 3.x, several in one request.
import { json, route } from "@pictor/comfyui-protocol";
import { readObjectBody, type Route } from "../routes/route.js";
import {
  aboutRoutes,
  gitRoute,
  nodeListRoutes,
  sendStatus,
  sharedRoutes,
  type ManagerContext,
  type ManagerRoutes,
} from "./shared-routes.js";
import { MANAGER_4_2 } from "./options.js";
import { TaskQueue } from "./task-queue.js";
import { readTask, taskKinds, type Task } from "./tasks-v3.js";

interface Batch {
  readonly id: string;
  readonly tasks: readonly Task[];
}

export function routesLegacy(context: ManagerContext): ManagerRoutes {
  const { options, folder } = context;
  let batchCount = 0;
  const queue = new TaskQueue<Batch>(context, {
    run({ id, tasks }) {
      const nodepack_result = Object.fromEntries(tasks.map((task) => [task.uiId, task.run()]));
      const counts = { total_count: tasks.length, done_count: tasks.length };
      for (const { uiId } of tasks)
        sendStatus(context, {
          status: "in_progress",
          target: uiId,
          batch_id: id,
          ui_target: "nodepack_manager",
          ...counts,
        });
      sendStatus(context, {
        status: "batch-done",
        nodepack_result,
        model_result: {},
        ...counts,
        batch_id: id,
      });
    },
    onIdle() {
      sendStatus(context, { status: "all-done" });
    },
  });
  const batch: Route = route("POST", /^\/v2\/manager\/queue\/batch$/, async (request) => {
    const body = await readObjectBody(request);
    const failed: unknown[] = [];
    const tasks = taskKinds.flatMap((kind) =>
      (Array.isArray(body[kind]) ? (body[kind] as unknown[]) : []).flatMap((item): readonly Task[] => {
        const read = readTask(kind, item, { options, folder, installRisk: "middle+" });
        if ("task" in read) return [read.task];
        if (read.status !== 200) failed.push((item as { readonly id?: unknown }).id);
        return [];
      }),
    );
    if (tasks.length > 0) queue.put({ id: `batch_${++batchCount}`, tasks });
    queue.start();
    return json({ failed });
  });
  const routes: readonly Route[] = [
    ...aboutRoutes(MANAGER_4_2, true),
    ...sharedRoutes(context, "/v2", "POST"),
    ...nodeListRoutes(context, "/v2"),
    gitRoute(context, "/v2", "text"),
    batch,
    route("GET", /^\/v2\/manager\/queue\/status$/, () => {
      const current = queue.running ?? queue.waiting[0];
      const total_count = current?.tasks.length ?? 0;
      const in_progress_count = queue.running === undefined ? 0 : 1;
      return json({
        total_count,
        done_count: 0,
        in_progress_count,
        is_processing: current !== undefined && queue.isWorking,
      });
    }),
  ];
  return { routes, end: queue.end };
}
