// Lists the server's prompts: its queue and the latest items of its history.

import { recordOrEmpty, type CallOptions, type PromptSummary, withoutUndefined } from "@pictor/kernel/plugin";
import { outageAsUnreachable } from "../server/exchange-faults.js";
import { requestJson, type RemoteServer } from "../server/requests.js";
import { finalStateOf } from "./history-item.js";
import { createdAtOf, parseQueueEntry, submissionRecordOf, type QueueEntry } from "./queue-entry.js";
import { positionOf, readQueue } from "./queue.js";

/** How many ended prompts are listed by default. */
const defaultLimit = 50;

/**
 * Implements `Backend.prompts`: queued prompts (last in the queue first), then running ones, then ended ones (latest
 * first). The queue is read first; a prompt that ends between the two requests is in both replies and is listed as ended.
 * `/api/jobs` is not used because its list lacks the records of the submissions.
 */
export async function listPrompts(
  server: RemoteServer,
  { limit = defaultLimit, ...options }: CallOptions & { readonly limit?: number } = {},
): Promise<readonly PromptSummary[]> {
  const historyUrl = `${server.routes.route("/history")}?max_items=${Math.max(0, Math.trunc(limit))}`;
  const [queue, history] = await outageAsUnreachable(server.routes.base, async () => [
    await readQueue(server, options),
    recordOrEmpty(await requestJson(server, { url: historyUrl }, options)),
  ]);
  const active = [...queue.pending]
    .reverse()
    .concat(queue.running)
    .filter(({ promptId }) => !Object.hasOwn(history, promptId))
    .flatMap((entry) => {
      const position = positionOf(queue, entry.promptId);
      if (position === undefined) return [];
      return [summaryOf(entry, position.state, position.state === "queued" ? { ahead: position.ahead } : {})];
    });
  const ended = Object.values(history).flatMap((item) => {
    const entry = parseQueueEntry(recordOrEmpty(item)["prompt"]);
    const { state } = finalStateOf(item, server.routes.view);
    return entry === undefined || state === "unknown" ? [] : [summaryOf(entry, state)];
  });
  return [...active, ...ended.reverse()];
}

function summaryOf(
  entry: QueueEntry,
  state: PromptSummary["state"],
  position: Pick<PromptSummary, "ahead"> = {},
): PromptSummary {
  const [createdAt, record] = [createdAtOf(entry), submissionRecordOf(entry)];
  return withoutUndefined({ promptId: entry.promptId, state, ...position, createdAt, record });
}
