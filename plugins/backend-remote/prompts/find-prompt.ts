// Finds a prompt in the server's record: its item in the history, or its position in the queue.

import type { CallOptions, PromptState } from "@pictor/kernel/plugin";
import { outageAsUnreachable } from "../server/exchange-faults.js";
import { requestJson, type RemoteServer } from "../server/requests.js";
import { finalStateOf, historyItemOf } from "./history-item.js";
import { positionOf, readQueue, type Queue, type QueuePosition } from "./queue.js";

export type FoundPrompt =
  | { readonly in: "history"; readonly item: unknown }
  | { readonly in: "queue"; readonly queue: Queue; readonly position: QueuePosition };

export interface FindPromptOptions extends CallOptions {
  /** Where to look first. Default: `history`. */
  readonly first?: "history" | "queue";
}

/**
 * Finds a prompt; undefined if it is neither in the history nor in the queue. A prompt moves from the queue to the history
 * in one step and never back: the history is therefore read last, even if it was also read first. One request is enough if
 * `first` is right. (GET /jobs of newer servers saves none: it reports neither the position in the queue nor an idle
 * worker.)
 */
export async function findPrompt(
  server: RemoteServer,
  promptId: string,
  { first = "history", ...options }: FindPromptOptions = {},
): Promise<FoundPrompt | undefined> {
  const ended = first === "history" ? await findInHistory(server, promptId, options) : undefined;
  if (ended !== undefined) return ended;
  const queue = await readQueue(server, options);
  const position = positionOf(queue, promptId);
  return position === undefined ? findInHistory(server, promptId, options) : { in: "queue", queue, position };
}

async function findInHistory(
  server: RemoteServer,
  promptId: string,
  options: CallOptions,
): Promise<FoundPrompt | undefined> {
  const history = await requestJson(server, { url: server.routes.route("/history", promptId) }, options);
  const item = historyItemOf(history, promptId);
  return item === undefined ? undefined : { in: "history", item };
}

/** Implements `Backend.state`. `unknown`: the server never had the prompt, has removed it, or was restarted since. */
export async function readPromptState(
  server: RemoteServer,
  promptId: string,
  options: FindPromptOptions = {},
): Promise<PromptState> {
  const found = await outageAsUnreachable(server.routes.base, () => findPrompt(server, promptId, options));
  if (found === undefined) return { state: "unknown" };
  return found.in === "queue" ? found.position : finalStateOf(found.item, server.routes.view);
}
