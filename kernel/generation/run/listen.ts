// The events of one prompt, from before it is submitted: nothing is lost however early they come.

import type { Backend, BackendEvent } from "../../backend/types.js";

export interface ListenDependencies {
  readonly backend: Backend;
  readonly signal: AbortSignal;
  /** The server knows the prompt under this id; its events follow, those that came before first. */
  onKnown(promptId: string): void;
  /** An event of the prompt, or one that belongs to none. */
  onEvent(event: BackendEvent): void;
}

export interface Listening {
  /** Settles when the prompt's id is known. */
  readonly known: Promise<string>;
  /** A reply, or the server's record, tells the id. */
  adopt(promptId: string): void;
  stop(): void;
}

/** Events that are kept for one id until it is known whose it is; previews are not. */
const maxEarly = 5_000;

/**
 * Subscribes. An event with the proposed id says by itself that the server has the prompt. An older server gives it an
 * id of its own: until the reply tells which, the events of every other id are kept.
 */
export async function listen(proposed: string, deps: ListenDependencies): Promise<Listening> {
  let promptId: string | undefined;
  let settle: (promptId: string) => void = () => undefined;
  const known = new Promise<string>((resolve) => (settle = resolve));
  const early = new Map<string, BackendEvent[]>();

  const adopt = (id: string): void => {
    if (promptId !== undefined) return;
    promptId = id;
    deps.onKnown(id);
    early.get(id)?.forEach(deps.onEvent);
    early.clear();
    settle(id);
  };
  const keep = (id: string, event: BackendEvent): void => {
    if (event.type === "preview") return;
    const kept = early.get(id) ?? [];
    if (kept.length < maxEarly || event.type === "ended" || event.type === "output") kept.push(event);
    early.set(id, kept);
  };
  const stop = await deps.backend.events(
    (event) => {
      if (!("promptId" in event)) {
        deps.onEvent(event);
        return;
      }
      if (promptId === undefined && event.promptId === proposed) adopt(proposed);
      if (event.promptId === promptId) deps.onEvent(event);
      else if (promptId === undefined) keep(event.promptId, event);
    },
    { signal: deps.signal },
  );
  return { known, adopt, stop };
}
