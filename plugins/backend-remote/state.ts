// Where a prompt is, by the server's own record.

import { fault, PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, PromptState } from "@pictor/kernel/plugin";
import { isOutage } from "./faults.js";
import { historyItem, verdictOf } from "./history.js";
import { sendForJson } from "./http.js";
import type { Peer } from "./http.js";
import { readQueue } from "./queue.js";

/**
 * Asks the history, then the queue, then the history again: a prompt can end between the first two questions.
 * `unknown` means that it was never here, was removed, or that the server was restarted since. Where a proxy or the
 * provider of the token says "not now", the record is as far away as a server that is silent: BACKEND_UNREACHABLE.
 */
export async function promptState(
  peer: Peer,
  promptId: string,
  options: CallOptions = {},
): Promise<PromptState> {
  try {
    return await readState(peer, promptId, options);
  } catch (error) {
    if (!(error instanceof PictorError) || !isOutage(error)) throw error;
    const reason = error.what.replace(/\.$/, "");
    throw fault("BACKEND_UNREACHABLE", { url: peer.routes.base, reason }, { cause: error });
  }
}

async function readState(peer: Peer, promptId: string, options: CallOptions): Promise<PromptState> {
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
