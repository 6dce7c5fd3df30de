// The server's list of prompts: its queue, and the latest items of its history.

import type { CallOptions, PromptSummary } from "@pictor/kernel/plugin";
import { fieldsOf } from "../fields.js";
import { sendForJson } from "../http.js";
import type { Peer } from "../http.js";
import { createdAtOf, entryOf, recordOf } from "./entry.js";
import type { Entry } from "./entry.js";
import { verdictOf } from "./history.js";
import { reached } from "./outage.js";
import { placeOf, readQueue } from "./queue.js";

/** Endings that are listed when the caller names no number. */
const usualLimit = 50;

/**
 * As `Backend.prompts`: what waits (last in line first), what runs, then the endings. The queue is read first: a prompt
 * that ends meanwhile is in both, and then its ending counts. Not from `/api/jobs`, whose list has no records.
 */
export async function listPrompts(
  peer: Peer,
  { limit = usualLimit, ...options }: CallOptions & { readonly limit?: number } = {},
): Promise<readonly PromptSummary[]> {
  const endings = `${peer.routes.route("/history")}?max_items=${Math.max(0, Math.trunc(limit))}`;
  const [queue, history] = await reached(peer, async () => [
    await readQueue(peer, options),
    fieldsOf(await sendForJson(peer, { url: endings }, options)),
  ]);
  const under = [...queue.pending].reverse().concat(queue.running);
  const waiting = under
    .filter(({ promptId }) => !Object.hasOwn(history, promptId))
    .flatMap((entry) => {
      const place = placeOf(queue, entry.promptId);
      if (place === undefined) return [];
      return [summary(entry, place.state, place.state === "queued" ? { ahead: place.ahead } : {})];
    });
  const ended = Object.values(history).flatMap((item) => {
    const entry = entryOf(fieldsOf(item)["prompt"]);
    const { state } = verdictOf(item, peer.routes.view);
    return entry === undefined || state === "unknown" ? [] : [summary(entry, state)];
  });
  return [...waiting, ...ended.reverse()];
}

function summary(
  entry: Entry,
  state: PromptSummary["state"],
  more: Pick<PromptSummary, "ahead"> = {},
): PromptSummary {
  const createdAt = createdAtOf(entry);
  const record = recordOf(entry);
  return {
    promptId: entry.promptId,
    state,
    ...more,
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(record === undefined ? {} : { record }),
  };
}
