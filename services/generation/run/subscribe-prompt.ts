// The events of one prompt, from before it is submitted: nothing is lost however early they come.

import { pause, type Backend, type BackendEvent, type Clock } from "@pictor/kernel";
import { isOutage } from "./classify-error.js";
import { createPatience } from "./retry-budget.js";

export interface ListenDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
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
/** A pause and a subscription, which the job's view of the backend ends after half a minute. Milliseconds. */
const longestRoundMs = 40_000;

/** The server can be away when a batch begins, as at any other time: it is waited for. */
async function subscribe(
  hear: (event: BackendEvent) => void,
  { backend, clock, signal }: ListenDependencies,
): Promise<() => void> {
  const patience = createPatience(clock, { longestRoundMs });
  for (;;) {
    try {
      return await backend.events(hear, { signal });
    } catch (error) {
      signal.throwIfAborted();
      const ms = isOutage(error) ? patience.nextMs() : undefined;
      if (ms === undefined) throw error;
      await pause(clock, ms, signal);
    }
  }
}

/**
 * Subscribes, through an outage if need be. An event with the proposed id says by itself that the server has the prompt. An older server gives it an
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
  const hear = (event: BackendEvent): void => {
    if (!("promptId" in event)) {
      deps.onEvent(event);
      return;
    }
    if (promptId === undefined && event.promptId === proposed) adopt(proposed);
    if (event.promptId === promptId) deps.onEvent(event);
    else if (promptId === undefined) keep(event.promptId, event);
  };
  const stop = await subscribe(hear, deps);
  return { known, adopt, stop };
}
