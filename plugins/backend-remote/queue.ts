// The server's queue: GET /queue.

import type { CallOptions } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textsOf } from "./fields.js";
import { sendForJson } from "./http.js";
import type { Peer } from "./http.js";

/** Ids of the prompts in the queue, in no particular order: the server gives a heap. */
export interface Queue {
  readonly running: readonly string[];
  readonly pending: readonly string[];
}

/** Reads a queue reply; an entry is `[number, prompt_id, graph, extra_data, outputs]`. */
export function queueOf(body: unknown): Queue {
  const { queue_running, queue_pending } = fieldsOf(body);
  const ids = (entries: unknown): readonly string[] =>
    itemsOf(entries).flatMap((entry) => textsOf(itemsOf(entry).slice(1, 2)));
  return { running: ids(queue_running), pending: ids(queue_pending) };
}

export const readQueue = async (peer: Peer, options: CallOptions = {}): Promise<Queue> =>
  queueOf(await sendForJson(peer, { url: peer.routes.route("/queue") }, options));
