// The fake Manager of 4.x: a queue of tasks with a history, told to the socket of the client that asked.
import { empty, json, text } from "../server/reply.js";
import { jsonBody, type Route } from "../server/routes/route.js";
import { sharedRoutes, withoutForm } from "./life.js";
import type { ManagerLife, ManagerRoutes } from "./life.js";
import { installed } from "./listing.js";
import { version40, version42 } from "./options.js";
import { createWorkQueue } from "./queue.js";
import { readTask, runTask, type Task4 } from "./tasks-4.js";

const published = ({ uiId, clientId, kind, params }: Task4): object => ({
  ui_id: uiId,
  client_id: clientId,
  kind,
  params,
});

/** `history`: 4.0 answers 400 as soon as there is anything in it. */
export function routes4(life: ManagerLife, verb: "GET" | "POST", historyWorks: boolean): ManagerRoutes {
  const { options, disk, clients, clock } = life;
  const history = new Map<string, Readonly<Record<string, unknown>>>();
  const now = (): string => new Date(clock.now()).toISOString();
  const state = (): object => ({
    history: Object.fromEntries(history),
    running_queue: queue.running === undefined ? [] : [published(queue.running)],
    pending_queue: queue.waiting.map(published),
    installed_packs: installed(disk),
  });
  const queue = createWorkQueue<Task4>({
    clock,
    taskMs: options.taskMs ?? 0,
    started({ uiId, clientId, kind }) {
      const about = { ui_id: uiId, kind, timestamp: now(), state: state() };
      clients.send({ clientId }, "cm-task-started", about);
    },
    run(task) {
      const { uiId, clientId, kind, params } = task;
      const result = runTask(task, options, disk);
      const status_str = result === "success" || result === "skip" ? result : "error";
      const status = { status_str, completed: true, messages: [result] };
      const about = { ui_id: uiId, kind, timestamp: now(), result, status };
      history.set(uiId, { ...about, client_id: clientId, batch_id: "batch_1", end_time: now(), params });
      clients.send({ clientId }, "cm-task-completed", { ...about, state: state() });
    },
    idle() {
      clients.send("everybody", "cm-queue-status", { status: "all-done" });
    },
  });
  const counts = (clientId: string | null): object => {
    const isMeant = (id: unknown): boolean => clientId === null || id === clientId;
    const running = queue.running !== undefined && isMeant(queue.running.clientId) ? 1 : 0;
    const pending = queue.waiting.filter((task) => isMeant(task.clientId)).length;
    return {
      ...(clientId === null ? {} : { client_id: clientId }),
      total_count: pending + running,
      done_count: [...history.values()].filter((item) => isMeant(item["client_id"])).length,
      in_progress_count: running,
      pending_count: pending,
      is_processing: clientId === null ? queue.isWorking : running > 0,
    };
  };
  const routes: readonly Route[] = [
    {
      method: "GET",
      path: /^\/v2\/manager\/version$/,
      answer: () => text(historyWorks ? version42 : version40, 200),
    },
    {
      method: "GET",
      path: /^\/v2\/manager\/is_legacy_manager_ui$/,
      answer: () => json({ is_legacy_manager_ui: false }),
    },
    ...sharedRoutes(life, "/v2", verb),
    {
      method: "POST",
      path: /^\/v2\/manager\/queue\/task$/,
      async answer(request) {
        const task = readTask(await jsonBody(request));
        if (task === undefined) return text("Invalid task data: a member is missing or wrong", 400);
        queue.put(task);
        return empty(200);
      },
    },
    {
      method: verb,
      path: /^\/v2\/manager\/queue\/start$/,
      answer: withoutForm(() => empty(queue.start() ? 200 : 201)),
    },
    {
      method: verb,
      path: /^\/v2\/manager\/queue\/reset$/,
      answer: withoutForm(() => {
        queue.reset();
        return empty(200);
      }),
    },
    {
      method: "GET",
      path: /^\/v2\/manager\/queue\/status$/,
      answer: ({ query }) => json(counts(query.get("client_id"))),
    },
    {
      method: "GET",
      path: /^\/v2\/manager\/queue\/history$/,
      answer({ query }) {
        const id = query.get("ui_id");
        const found = id === null ? Object.fromEntries(history) : (history.get(id) ?? {});
        return historyWorks || Object.keys(found).length === 0 ? json({ history: found }) : empty(400);
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
