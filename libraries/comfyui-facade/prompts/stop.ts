// Stops prompts of an owner: removes them from the queue, or interrupts their runs. Prompts of other owners are not reached.

import type { Caller } from "@pictor/comfyui-protocol";
import { optionsOf, type Facade } from "../state/facade-state.js";
import { findOwn, listQueue } from "./find.js";
import { announceStatus, unfollow } from "./follow.js";

/** Cancels a prompt. Resolves to whether something was stopped. */
async function cancel(facade: Facade, promptId: string, caller: Caller): Promise<boolean> {
  const outcome = await facade.backend.cancel(promptId, optionsOf(caller));
  if (outcome === "removed") {
    unfollow(facade, promptId);
    facade.queue = undefined;
    announceStatus(facade);
  }
  return outcome === "removed" || outcome === "interrupting";
}

/** Stops a prompt of the owner that is in one of the states. Resolves to whether something was stopped. */
export async function stopPrompt(
  facade: Facade,
  promptId: string,
  caller: Caller,
  states: readonly string[] = ["queued", "running"],
): Promise<boolean> {
  const found = await findOwn(facade, promptId, caller);
  if (found === undefined || found.in === "ended") return false;
  const { state } = await facade.backend.state(promptId, optionsOf(caller));
  return states.includes(state) && cancel(facade, promptId, caller);
}

/** Removes a prompt from the queue. A running one stays, as on every server of the protocol. */
export async function removeQueued(facade: Facade, promptId: string, caller: Caller): Promise<void> {
  await stopPrompt(facade, promptId, caller, ["queued"]);
}

/** Removes all prompts of the owner from the queue. */
export async function clearQueue(facade: Facade, caller: Caller): Promise<void> {
  for (const { promptId, isRunning, prompt } of await listQueue(facade, caller))
    if (!isRunning && prompt !== undefined) await removeQueued(facade, promptId, caller);
}

/**
 * Interrupts the running prompt with this id. Without an id, interrupts the oldest running prompt of the owner: on a
 * server that runs one prompt at a time, it would be the only one that runs.
 */
export async function interrupt(facade: Facade, promptId: string | undefined, caller: Caller): Promise<void> {
  if (promptId !== undefined) {
    await stopPrompt(facade, promptId, caller, ["running"]);
    return;
  }
  // What has begun since the last list counts, too.
  facade.queue = undefined;
  const running = (await listQueue(facade, caller)).filter(
    ({ isRunning, prompt }) => isRunning && prompt !== undefined,
  );
  // A prompt that ends at this moment is not the one that is meant.
  for (const { promptId: id } of running) if (await cancel(facade, id, caller)) return;
}
