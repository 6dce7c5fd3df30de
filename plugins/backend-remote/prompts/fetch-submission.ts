// Reads a prompt's submission back from the server's record.

import { recordOrEmpty, type CallOptions, type SubmissionSnapshot } from "@pictor/kernel/plugin";
import { outageAsUnreachable } from "../server/exchange-faults.js";
import type { RemoteServer } from "../server/requests.js";
import { findPrompt } from "./find-prompt.js";
import { parseQueueEntry, submissionRecordOf, type QueueEntry } from "./queue-entry.js";

export interface FoundEntry {
  readonly entry: QueueEntry;
  /** Whether the prompt's run is over. */
  readonly hasEnded: boolean;
}

/** Finds the entry of a prompt; undefined if the prompt is neither in the history nor in the queue. */
export async function findQueueEntry(
  server: RemoteServer,
  promptId: string,
  options: CallOptions = {},
): Promise<FoundEntry | undefined> {
  const found = await outageAsUnreachable(server.routes.base, () => findPrompt(server, promptId, options));
  if (found === undefined) return undefined;
  const entry =
    found.in === "history"
      ? parseQueueEntry(recordOrEmpty(found.item)["prompt"])
      : [...found.queue.running, ...found.queue.pending].find((one) => one.promptId === promptId);
  return entry === undefined ? undefined : { entry, hasEnded: found.in === "history" };
}

/** The result of `Backend.fetchSubmission` for an entry. */
export function submissionOf(found: FoundEntry | undefined): SubmissionSnapshot | undefined {
  if (found === undefined) return undefined;
  const { graph, outputs } = found.entry;
  const record = submissionRecordOf(found.entry);
  return { graph, outputs, ...(record === undefined ? {} : { record }) };
}
