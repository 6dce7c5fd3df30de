// Follows the prompts of a client that were submitted before this process started, so that the client sees their ends.

import { raceAbort } from "@pictor/kernel/plugin";
import type { BackendEvent, CallOptions } from "@pictor/kernel/plugin";
import type { Facade } from "../state/facade-state.js";
import { originOf, promptOf } from "../wire/prompt.js";
import { readQueueAgain } from "./find.js";
import { follow, receiveEvent, watch } from "./follow.js";

/** A failure is not reported: the prompts go on, and the client finds them in the history. */
export async function adoptPrompts(
  facade: Facade,
  { owner, clientId }: { readonly owner: string | undefined; readonly clientId: string },
  options: CallOptions,
): Promise<void> {
  const { backend, active } = facade;
  // A list that was begun before may lack the prompt for which the client connects. Clients that connect at once share one.
  const summaries = await raceAbort(options.signal, readQueueAgain(facade)).catch(() => []);
  const orphans = summaries.filter(({ promptId, state, record }) => {
    const origin = originOf(record);
    const isOf = origin !== undefined && origin.owner === owner && origin.clientId === clientId;
    return isOf && !active.has(promptId) && (state === "queued" || state === "running");
  });
  for (const { promptId } of orphans) {
    const snapshot = await backend.fetchSubmission(promptId, options).catch(() => undefined);
    const prompt = snapshot === undefined ? undefined : promptOf(promptId, snapshot);
    if (prompt === undefined || active.has(promptId)) continue;
    const entry = follow(facade, prompt);
    entry.isAccepted = true;
    watch(facade, entry);
    const listener = (event: BackendEvent): void => {
      if ("promptId" in event && event.promptId === promptId) receiveEvent(facade, event);
    };
    // The record has the end if no event comes.
    const release = await backend.events(listener, { promptId }).catch(() => () => undefined);
    if (active.get(promptId) === entry) entry.release = release;
    else release();
  }
}
