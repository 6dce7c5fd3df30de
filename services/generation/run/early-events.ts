// Keeps the events of prompts that are submitted before they are followed, so that outputs which only come as messages are
// not lost.

import type { Backend, BackendEvent, Clock, NodeId } from "@pictor/kernel";
import { retryDuringOutage } from "./retry-during-outage.js";

export interface EarlyEvents {
  /**
   * Keeps the events of a prompt from now on. Called before its submission. Resolves to the id at the first event, which shows that the
   * server has the prompt.
   */
  keep(promptId: string): Promise<string>;
  /**
   * Passes on what was kept for a prompt, and its later events and those that belong to no prompt. Returns a function that
   * ends this. One prompt is followed at a time.
   */
  follow(promptId: string, listener: (event: BackendEvent) => void): () => void;
  unsubscribe(): void;
}

/** The most events that are kept per prompt. Those that say what has come out of the run are kept in any number. */
const maxKept = 5_000;

const isResult = ({ type }: BackendEvent): boolean =>
  type === "ended" || type === "output" || type === "error" || type === "preview";

/** Subscribes to the backend's events. A preview is kept only for a node in `outputs`, whose result it can be. */
export async function keepEarlyEvents(
  outputs: readonly NodeId[],
  deps: { readonly backend: Backend; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<EarlyEvents> {
  const kept = new Map<string, BackendEvent[]>();
  const onSeen = new Map<string, (promptId: string) => void>();
  let followed: { readonly promptId: string; listener(event: BackendEvent): void } | undefined;

  const add = (events: BackendEvent[], event: BackendEvent): void => {
    if (event.type === "preview" && (event.node === undefined || !outputs.includes(event.node))) return;
    if (events.length < maxKept || isResult(event)) events.push(event);
  };
  const onEvent = (event: BackendEvent): void => {
    if (!("promptId" in event) || event.promptId === followed?.promptId) followed?.listener(event);
    else {
      onSeen.get(event.promptId)?.(event.promptId);
      onSeen.delete(event.promptId);
      const events = kept.get(event.promptId);
      if (events !== undefined) add(events, event);
    }
  };
  const unsubscribe = await retryDuringOutage(
    () => deps.backend.events(onEvent, { signal: deps.signal }),
    deps,
  );
  return {
    keep(promptId) {
      kept.set(promptId, []);
      return new Promise((resolve) => onSeen.set(promptId, resolve));
    },
    follow(promptId, listener) {
      followed = { promptId, listener };
      for (const event of kept.get(promptId) ?? []) listener(event);
      kept.delete(promptId);
      return () => {
        followed = undefined;
      };
    },
    unsubscribe,
  };
}
