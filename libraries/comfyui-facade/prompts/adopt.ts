// Follows the prompts of a client that were submitted before this process started, so that the client sees their ends.

import { raceAbort } from "@pictor/kernel/plugin";
import type { BackendEvent, CallOptions, PromptState } from "@pictor/kernel/plugin";
import type { Facade } from "../state/facade-state.js";
import { clientName, clientOf, promptOf } from "../wire/prompt.js";
import { readQueueAgain } from "./find.js";
import { follow, receiveEvent, watch } from "./follow.js";

const isOpen = (state: PromptState["state"]): boolean => state === "queued" || state === "running";

/** As `findOpen`, from a list of the prompts of all clients. */
async function listed(facade: Facade, client: string): Promise<readonly string[]> {
  // A list that was begun before may lack the prompt for which the client connects. Clients that connect at once share one.
  const summaries = await readQueueAgain(facade);
  return summaries.flatMap(({ promptId, state, record }) =>
    clientOf(record) === client && !facade.active.has(promptId) && isOpen(state) ? [promptId] : [],
  );
}

/**
 * The prompts of a client that wait or run, and are not followed yet: from the backend if it knows them by client. One
 * whose state cannot be read keeps nobody from following the others.
 */
async function findOpen(facade: Facade, client: string, options: CallOptions): Promise<readonly string[]> {
  const { backend, active } = facade;
  const known = await backend.facets.members?.promptsOf?.(client, options);
  if (known === undefined) return listed(facade, client);
  const found: string[] = [];
  for (const promptId of known) {
    if (active.has(promptId)) continue;
    const now = await backend.state(promptId, options).catch(() => undefined);
    if (now !== undefined && isOpen(now.state)) found.push(promptId);
  }
  return found;
}

/** A failure is not reported: the prompts go on, and the client finds them in the history. */
export async function adoptPrompts(
  facade: Facade,
  { owner, clientId }: { readonly owner: string | undefined; readonly clientId: string },
  options: CallOptions,
): Promise<void> {
  const { backend, active } = facade;
  const found = findOpen(facade, clientName(owner, clientId), options);
  for (const promptId of await raceAbort(options.signal, found).catch(() => [])) {
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
