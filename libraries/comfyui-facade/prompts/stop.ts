// Stops prompts of an owner: removes them from the queue, or interrupts their runs. Prompts of other owners are not reached.

import type { CallOptions } from "@pictor/kernel/plugin";
import { isOwn, type Facade } from "../state/facade-state.js";
import { findOwn, listQueue } from "./find.js";
import { announceStatus, unfollow } from "./follow.js";

/** Cancels a prompt. Resolves to whether something was stopped. */
async function cancel(facade: Facade, promptId: string, options: CallOptions): Promise<boolean> {
  const outcome = await facade.backend.cancel(promptId, options);
  if (outcome === "removed") {
    unfollow(facade, promptId);
    facade.queue = undefined;
    announceStatus(facade);
  }
  return outcome === "removed" || outcome === "interrupting";
}

/** Cancels a prompt that waits or runs, if it belongs to the owner and `isMeant` its state. */
async function stop(
  facade: Facade,
  owner: string | undefined,
  promptId: string,
  isMeant: (state: "queued" | "running") => boolean,
  options: CallOptions,
): Promise<boolean> {
  const found = await findOwn(facade, owner, promptId, options);
  if (found === undefined || found.in === "ended") return false;
  const { state } = await facade.backend.state(promptId, options);
  return (state === "queued" || state === "running") && isMeant(state) && cancel(facade, promptId, options);
}

/** Removes a prompt from the queue. A running one stays, as on every server of the protocol. */
export const removeQueued = (
  facade: Facade,
  owner: string | undefined,
  promptId: string,
  options: CallOptions = {},
): Promise<boolean> => stop(facade, owner, promptId, (state) => state === "queued", options);

/** Removes all prompts of the owner from the queue. */
export async function clearQueue(
  facade: Facade,
  owner: string | undefined,
  options: CallOptions = {},
): Promise<void> {
  const waiting = (await listQueue(facade, owner, options)).filter(
    ({ isRunning, prompt }) => !isRunning && prompt !== undefined,
  );
  for (const { promptId } of waiting) await removeQueued(facade, owner, promptId, options);
}

/** Stops a prompt in any state. */
export const stopPrompt = (
  facade: Facade,
  owner: string | undefined,
  promptId: string,
  options: CallOptions = {},
): Promise<boolean> => stop(facade, owner, promptId, () => true, options);

/**
 * Interrupts the running prompt with this id. Without an id, interrupts the oldest running prompt of the owner: on a server that runs one
 * prompt at a time, it would be the only one that runs.
 */
export async function interrupt(
  facade: Facade,
  owner: string | undefined,
  promptId: string | undefined,
  options: CallOptions = {},
): Promise<void> {
  if (promptId !== undefined) {
    await stop(facade, owner, promptId, (state) => state === "running", options);
    return;
  }
  // What has begun since the last list counts, too.
  facade.queue = undefined;
  const running = (await listQueue(facade, owner, options)).filter(
    ({ isRunning, prompt }) => isRunning && prompt !== undefined && isOwn(prompt, owner),
  );
  // A prompt that ends at this moment is not the one that is meant.
  for (const { promptId: id } of running) if (await cancel(facade, id, options)) return;
}
