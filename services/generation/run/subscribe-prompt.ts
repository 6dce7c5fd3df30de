// Subscribes to the events of one prompt before it is submitted, so that no early event is missed.

import type { Backend, BackendEvent, Clock } from "@pictor/kernel";
import { retryDuringOutage } from "./retry-during-outage.js";

export interface SubscriptionDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Called once the server's id of the prompt is known. The events of the prompt follow, starting with the buffered
   * ones.
   */
  onPromptId(promptId: string): void;
  /** Receives the events of the prompt, and the events that belong to no prompt. */
  onEvent(event: BackendEvent): void;
}

export interface PromptSubscription {
  /** Resolves when the server's id of the prompt is known. */
  readonly promptId: Promise<string>;
  /** Sets the id from a reply or from the server's record. Only the first call counts. */
  setPromptId(promptId: string): void;
  unsubscribe(): void;
}

/** The most events that are buffered per id while the server's id of the prompt is unknown. */
const maxBuffered = 5_000;
/**
 * Subscribes to the backend's events. An event with the proposed id proves that the server has the prompt. Older
 * servers assign another id; until a reply contains it, the events of all other ids are buffered.
 */
export async function subscribeToPrompt(
  proposedId: string,
  deps: SubscriptionDependencies,
): Promise<PromptSubscription> {
  let promptId: string | undefined;
  let resolveId: (promptId: string) => void = () => undefined;
  const known = new Promise<string>((resolve) => (resolveId = resolve));
  const buffered = new Map<string, BackendEvent[]>();

  const setPromptId = (id: string): void => {
    if (promptId !== undefined) return;
    promptId = id;
    deps.onPromptId(id);
    buffered.get(id)?.forEach(deps.onEvent);
    buffered.clear();
    resolveId(id);
  };
  const buffer = (id: string, event: BackendEvent): void => {
    if (event.type === "preview") return;
    const events = buffered.get(id) ?? [];
    if (events.length < maxBuffered || event.type === "ended" || event.type === "output") events.push(event);
    buffered.set(id, events);
  };
  const onEvent = (event: BackendEvent): void => {
    if (!("promptId" in event)) {
      deps.onEvent(event);
      return;
    }
    if (promptId === undefined && event.promptId === proposedId) setPromptId(proposedId);
    if (event.promptId === promptId) deps.onEvent(event);
    else if (promptId === undefined) buffer(event.promptId, event);
  };
  const unsubscribe = await retryDuringOutage(
    () => deps.backend.events(onEvent, { signal: deps.signal }),
    deps,
  );
  return { promptId: known, setPromptId, unsubscribe };
}
