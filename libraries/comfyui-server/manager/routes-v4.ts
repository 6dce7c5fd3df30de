// The routes of ComfyUI-Manager 4.x: a task queue with a history. Events go to the client that submitted the task.
import { empty, json, text, readJsonBody, message, route } from "@pictor/comfyui-protocol";
import type { Route } from "../routes/route.js";
import {
  aboutRoutes,
  queueRoutes,
  sendStatus,
  sharedRoutes,
  type ManagerContext,
  type ManagerRoutes,
} from "./shared-routes.js";
import { installedPacks } from "./replies.js";
import { MANAGER_4_0, MANAGER_4_2 } from "./options.js";
import { TaskQueue } from "./task-queue.js";
import { readTask, runTask, type TaskV4 } from "./tasks-v4.js";

const describeTask = ({ uiId, clientId, kind, params }: TaskV4): object => ({
  ui_id: uiId,
  client_id: clientId,
  kind,
  params,
});

/** Without `hasWorkingHistory`, as in 4.0, the history route replies with status 400 unless the history is empty. */
export function routesV4(
  context: ManagerContext,
  changeMethod: "GET" | "POST",
  hasWorkingHistory: boolean,
): ManagerRoutes {
  const { options, folder, clients, clock } = context;
  const history = new Map<string, Readonly<Record<string, unknown>>>();
  const now = (): string => new Date(clock.now()).toISOString();
  const state = (): object => ({
    history: Object.fromEntries(history),
    running_queue: queue.running === undefined ? [] : [describeTask(queue.running)],
    pending_queue: queue.waiting.map(describeTask),
    installed_packs: installedPacks(folder),
  });
  const queue = new TaskQueue<TaskV4>(context, {
    onStart({ uiId, clientId, kind }) {
      const about = { ui_id: uiId, kind, timestamp: now(), state: state() };
      clients.send({ clientId }, message("cm-task-started", about));
    },
    run(task) {
      const { uiId, clientId, kind, params } = task;
      const result = runTask(task, options, folder);
      const status_str = result === "success" || result === "skip" ? result : "error";
      const status = { status_str, completed: true, messages: [result] };
      const about = { ui_id: uiId, kind, timestamp: now(), result, status };
      history.set(uiId, { ...about, client_id: clientId, batch_id: "batch_1", end_time: now(), params });
      clients.send({ clientId }, message("cm-task-completed", { ...about, state: state() }));
    },
    onIdle() {
      sendStatus(context, { status: "all-done" });
    },
  });
  const counts = (clientId: string | null): object => {
    const isSelected = (id: unknown): boolean => clientId === null || id === clientId;
    const running = queue.running !== undefined && isSelected(queue.running.clientId) ? 1 : 0;
    const pending = queue.waiting.filter((task) => isSelected(task.clientId)).length;
    return {
      ...(clientId === null ? {} : { client_id: clientId }),
      total_count: pending + running,
      done_count: [...history.values()].filter((item) => isSelected(item["client_id"])).length,
      in_progress_count: running,
      pending_count: pending,
      is_processing: clientId === null ? queue.isWorking : running > 0,
    };
  };
  const routes: readonly Route[] = [
    ...aboutRoutes(hasWorkingHistory ? MANAGER_4_2 : MANAGER_4_0, false),
    ...sharedRoutes(context, "/v2", changeMethod),
    route("POST", /^\/v2\/manager\/queue\/task$/, async (request) => {
      const task = readTask(await readJsonBody(request));
      if (task === undefined) return text("Invalid task data: a member is missing or invalid", 400);
      queue.put(task);
      return empty(200);
    }),
    ...queueRoutes(queue, "/v2", changeMethod),
    route("GET", /^\/v2\/manager\/queue\/status$/, ({ query }) => json(counts(query.get("client_id")))),
    route("GET", /^\/v2\/manager\/queue\/history$/, ({ query }) => {
      const id = query.get("ui_id");
      const found = id === null ? Object.fromEntries(history) : (history.get(id) ?? {});
      return hasWorkingHistory || Object.keys(found).length === 0 ? json({ history: found }) : empty(400);
    }),
  ];
  return { routes, end: queue.end };
}
