// Runs one task of the Manager: puts it into the Manager's queue, starts the queue, and waits for the end of the task.
//
//   enqueue --refused--> done: refused
//      |
//      v                   a result is received
//    active ------------------------------------> done: ended, with that result
//      |  ^  |                                      ^
//      |  +--+ pause, read the status again         | a result is received within the grace period
//      v                                            |
//    the status says ended -------------------------+--> done: ended, without a result

import { randomUUID } from "node:crypto";
import { extensionFault } from "@pictor/extensions";
import {
  asFiniteNumber,
  PictorError,
  asString,
  recordOrEmpty,
  type CallOptions,
} from "@pictor/kernel/plugin";
import { itemsOf } from "../base/json-fields.js";
import { isGatewayFailure } from "../server/statuses.js";
import { getJson, post, postOrGet } from "./manager-requests.js";
import type { ManagerContext } from "./pack-index.js";
import { legacyTaskOf, queueTaskOf, type ManagerTask } from "./task-bodies.js";
import { subscribeToTaskResults, type TaskResults } from "./task-results.js";

export type TaskOutcome =
  | { readonly kind: "refused"; readonly status: number }
  /** `result` is the message that the Manager reported; without one, only the list of packs shows what has changed. */
  | { readonly kind: "ended"; readonly result: string | undefined };

export interface TaskOptions extends CallOptions {
  /** Receives the number of tasks that run before this one. */
  onQueued?(ahead: number): void;
}

/** Time between two readings of the queue's status, in milliseconds. A received result ends the pause early. */
export const pollMs = 1_000;
/** Time after a task's end in which its result may still arrive over the socket, in milliseconds. */
export const resultGraceMs = 3_000;
/** Time limit in milliseconds for one task, which may download gigabytes. */
export const taskTimeoutMs = 3_600_000;
/** Time in milliseconds for which the server may stay silent during a task, because pip can block it. */
export const silenceTimeoutMs = 180_000;

/** Runs a task. Settles when it has ended, with success or failure. Rejects with EXTENSION_TIMEOUT and `BACKEND_...`. */
export async function runTask(
  context: ManagerContext,
  task: ManagerTask,
  options: TaskOptions,
): Promise<TaskOutcome> {
  const results = await subscribeToTaskResults(context.subscribe, context.server.clock, options.signal);
  try {
    const id = randomUUID();
    const refused = await enqueue(context, task, id, options);
    return refused ?? { kind: "ended", result: await awaitTask(context, task, id, results, options) };
  } finally {
    results.close();
  }
}

const missingRouteFault = ({ manager }: ManagerContext, route: string): PictorError =>
  extensionFault("EXTENSION_MANAGER_REPLY", {
    version: manager.version,
    reason: `it lacks the route ${route}, which its generation should have`,
  });

async function enqueue(
  context: ManagerContext,
  task: ManagerTask,
  id: string,
  call: CallOptions,
): Promise<TaskOutcome | undefined> {
  const { server, manager, clientId } = context;
  const { route, body: legacyBody } = legacyTaskOf(task, id);
  const [path, body] =
    manager.generation === "3"
      ? [`/manager/queue/${route}`, legacyBody]
      : manager.generation === "4"
        ? ["/v2/manager/queue/task", { ui_id: id, client_id: clientId, ...queueTaskOf(task) }]
        : ["/v2/manager/queue/batch", { [route]: [legacyBody] }];
  const reply = await post(server, path, body, call);
  if (reply === undefined) throw missingRouteFault(context, path);
  if (reply.status >= 300) return { kind: "refused", status: reply.status };
  if (manager.generation === "4-legacy")
    return itemsOf(recordOrEmpty(reply.body)["failed"]).length > 0
      ? { kind: "refused", status: 403 }
      : undefined;
  await startQueue(context, call);
  return undefined;
}

/** Tasks run only in a started queue. A queue that is already running continues with the new task. */
async function startQueue(context: ManagerContext, call: CallOptions): Promise<void> {
  const path = `${context.manager.prefix}/manager/queue/start`;
  const status = await postOrGet(context.server, path, call);
  if (status === undefined || status >= 300) throw missingRouteFault(context, path);
}

type TaskStatus = "active" | "ended" | { readonly result: string };

async function awaitTask(
  context: ManagerContext,
  task: ManagerTask,
  id: string,
  results: TaskResults,
  options: TaskOptions,
): Promise<string | undefined> {
  const { manager, server } = context;
  const { clock } = server;
  const { signal } = options;
  // Managers 3.x enable a pack during the request, without a task that could have a result.
  const graceMs = task.kind === "enable" ? 0 : resultGraceMs;
  const startedAtMs = clock.now();
  let answeredAtMs = startedAtMs;

  /** While the server stays silent, the task counts as active. */
  async function statusNow(): Promise<TaskStatus> {
    try {
      const status = await readTaskStatus(context, id, options);
      answeredAtMs = clock.now();
      return status;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isSilence(error) || clock.now() - answeredAtMs > silenceTimeoutMs) throw error;
      return "active";
    }
  }

  for (;;) {
    const received = results.resultOf(id);
    if (received !== undefined) return received;
    const status = await statusNow();
    if (typeof status === "object") return status.result;
    if (results.resultOf(id) === undefined) {
      if (clock.now() - startedAtMs > taskTimeoutMs) {
        const minutes = taskTimeoutMs / 60_000;
        throw extensionFault("EXTENSION_TIMEOUT", { version: manager.version, minutes });
      }
      await results.waitForResult(status === "ended" ? graceMs : pollMs);
    }
    if (status === "ended") return results.resultOf(id);
  }
}

const isSilence = (error: unknown): boolean =>
  error instanceof PictorError &&
  (error.code === "BACKEND_UNREACHABLE" || isGatewayFailure(error.details["status"]));

async function readTaskStatus(
  context: ManagerContext,
  id: string,
  options: TaskOptions,
): Promise<TaskStatus> {
  const { server, manager, clientId } = context;
  const isTaskQueue = manager.generation === "4";
  const query: Readonly<Record<string, string>> = isTaskQueue ? { client_id: clientId } : {};
  const status = recordOrEmpty(
    await getJson(server, `${manager.prefix}/manager/queue/status`, query, options),
  );
  const total = asFiniteNumber(status["total_count"]) ?? 0;
  const done = asFiniteNumber(status["done_count"]) ?? 0;
  if (isTaskQueue) {
    // Manager 4.0 answers with status 400 as soon as there is a result, which then arrives only over the socket.
    const reply = await getJson(server, "/v2/manager/queue/history", { ui_id: id }, options);
    const result = asString(recordOrEmpty(recordOrEmpty(reply)["history"])["result"]);
    if (result !== undefined) return { result };
    options.onQueued?.(Math.max(0, total - 1));
    return total === 0 ? "ended" : "active";
  }
  const remaining = total - done;
  if (status["is_processing"] === true) {
    options.onQueued?.(Math.max(0, remaining - 1));
    return "active";
  }
  if (remaining <= 0 || manager.generation === "4-legacy") return "ended";
  // The queue's worker ended between the addition of this task and the start of the queue.
  await startQueue(context, options);
  return "active";
}
