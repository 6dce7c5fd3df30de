// Where a prompt is, by the server's own record.

import type { CallOptions, PromptState } from "@pictor/kernel/plugin";
import { historyItem, verdictOf } from "./history.js";
import { sendForJson } from "./http.js";
import type { Peer } from "./http.js";
import { readQueue } from "./queue.js";

/**
 * Asks the history, then the queue, then the history again: a prompt can end between the first two questions.
 * `unknown` means that it was never here, was removed, or that the server was restarted since.
 */
export async function promptState(
  peer: Peer,
  promptId: string,
  options: CallOptions = {},
): Promise<PromptState> {
  const before = await ended(peer, promptId, options);
  if (before !== undefined) return before;
  const queue = await readQueue(peer, options);
  if (queue.running.includes(promptId)) return { state: "running" };
  if (queue.pending.includes(promptId)) return { state: "queued" };
  return (await ended(peer, promptId, options)) ?? { state: "unknown" };
}

async function ended(peer: Peer, promptId: string, options: CallOptions): Promise<PromptState | undefined> {
  const history = await sendForJson(peer, { url: peer.routes.route("/history", promptId) }, options);
  const item = historyItem(history, promptId);
  return item === undefined ? undefined : verdictOf(item, peer.routes.view);
}
