// Reads the server's queue: GET /queue.

import { recordOrEmpty, type CallOptions } from "@pictor/kernel/plugin";
import { itemsOf } from "../base/json-fields.js";
import { requestJson, type RemoteServer } from "../server/requests.js";
import { parseQueueEntry, type QueueEntry } from "./queue-entry.js";

export interface Queue {
  /** The running prompts: at most one on ComfyUI itself; hosted servers run several. */
  readonly running: readonly QueueEntry[];
  /** The queued prompts, in the order in which they will run. */
  readonly pending: readonly QueueEntry[];
}

/** The server lists its heap unsorted. Entries with equal numbers run in the order of their ids, compared as strings. */
const byExecutionOrder = (a: QueueEntry, b: QueueEntry): number =>
  a.number - b.number || (a.promptId < b.promptId ? -1 : a.promptId > b.promptId ? 1 : 0);

export function parseQueue(body: unknown): Queue {
  const { queue_running, queue_pending } = recordOrEmpty(body);
  const entriesOf = (value: unknown): readonly QueueEntry[] =>
    itemsOf(value).flatMap((item) => parseQueueEntry(item) ?? []);
  return { running: entriesOf(queue_running), pending: [...entriesOf(queue_pending)].sort(byExecutionOrder) };
}

/** `ahead`: queued prompts that run before this one. `idle`: prompts are queued, but none runs. */
export type QueuePosition =
  | { readonly state: "running" }
  | { readonly state: "queued"; readonly ahead: number; readonly idle: boolean };

/** The position of a prompt; undefined if the prompt is not in the queue. */
export function positionOf({ running, pending }: Queue, promptId: string): QueuePosition | undefined {
  if (running.some((entry) => entry.promptId === promptId)) return { state: "running" };
  const ahead = pending.findIndex((entry) => entry.promptId === promptId);
  return ahead < 0 ? undefined : { state: "queued", ahead, idle: running.length === 0 };
}

export const readQueue = async (server: RemoteServer, options: CallOptions = {}): Promise<Queue> =>
  parseQueue(await requestJson(server, { url: server.routes.route("/queue") }, options));
