// The server's queue: GET /queue.

import type { CallOptions } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf } from "../fields.js";
import { sendForJson } from "../http.js";
import type { Peer } from "../http.js";
import { entryOf } from "./entry.js";
import type { Entry } from "./entry.js";

export interface Queue {
  /** One on a server of one's own; hosted ones run several. */
  readonly running: readonly Entry[];
  /** In the order in which they will run. */
  readonly pending: readonly Entry[];
}

/** The server gives a heap: only sorting tells the order. Where numbers are equal, the text of the id decides. */
const byTurn = (a: Entry, b: Entry): number =>
  a.number - b.number || (a.promptId < b.promptId ? -1 : a.promptId > b.promptId ? 1 : 0);

export function queueOf(body: unknown): Queue {
  const { queue_running, queue_pending } = fieldsOf(body);
  const entries = (value: unknown): readonly Entry[] => itemsOf(value).flatMap((item) => entryOf(item) ?? []);
  return { running: entries(queue_running), pending: [...entries(queue_pending)].sort(byTurn) };
}

/** Where a prompt stands. `ahead` counts the waiting prompts before it. */
export type Place =
  | { readonly state: "running" }
  | { readonly state: "queued"; readonly ahead: number; readonly idle: boolean };

/** The place of a prompt in the queue; undefined when it is not there. */
export function placeOf({ running, pending }: Queue, promptId: string): Place | undefined {
  if (running.some((entry) => entry.promptId === promptId)) return { state: "running" };
  const ahead = pending.findIndex((entry) => entry.promptId === promptId);
  return ahead < 0 ? undefined : { state: "queued", ahead, idle: running.length === 0 };
}

export const readQueue = async (peer: Peer, options: CallOptions = {}): Promise<Queue> =>
  queueOf(await sendForJson(peer, { url: peer.routes.route("/queue") }, options));
