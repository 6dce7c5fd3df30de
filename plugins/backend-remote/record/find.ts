// Where a prompt is in the server's record: its history item, or its place in the queue.

import type { CallOptions } from "@pictor/kernel/plugin";
import { sendForJson } from "../http.js";
import type { Peer } from "../http.js";
import { historyItem } from "./history.js";
import { placeOf, readQueue } from "./queue.js";
import type { Place, Queue } from "./queue.js";

export type Found =
  | { readonly in: "history"; readonly item: unknown }
  | { readonly in: "queue"; readonly queue: Queue; readonly place: Place };

export interface FindOptions extends CallOptions {
  /** Where to look first. Default `history`. */
  readonly first?: "history" | "queue";
}

/**
 * Finds a prompt; undefined when it is nowhere. A prompt goes from the queue to the history and never back, and in one
 * step: so the history is asked last, also when it was asked first. A prompt that is known to be under way costs one
 * request when the queue is asked first; one that has ended costs one when the history is. (The list of jobs of newer
 * servers would save nothing: it tells neither the place in the queue nor whether the worker is idle.)
 */
export async function findPrompt(
  peer: Peer,
  promptId: string,
  { first = "history", ...options }: FindOptions = {},
): Promise<Found | undefined> {
  const before = first === "history" ? await inHistory(peer, promptId, options) : undefined;
  if (before !== undefined) return before;
  const queue = await readQueue(peer, options);
  const place = placeOf(queue, promptId);
  return place === undefined ? inHistory(peer, promptId, options) : { in: "queue", queue, place };
}

async function inHistory(peer: Peer, promptId: string, options: CallOptions): Promise<Found | undefined> {
  const history = await sendForJson(peer, { url: peer.routes.route("/history", promptId) }, options);
  const item = historyItem(history, promptId);
  return item === undefined ? undefined : { in: "history", item };
}
