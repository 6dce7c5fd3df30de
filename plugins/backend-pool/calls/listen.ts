// Subscribes to the events of the pool, and to those of a prompt of another process.

import type { BackendEvent, CallOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { countEvent } from "../core/settle.js";
import { eventOfPool } from "../events/translate.js";
import { settleMembers } from "../members/settle-members.js";
import { locate } from "./locate.js";

export async function listen(
  core: Core,
  listener: (event: BackendEvent) => void,
  { promptId, signal }: CallOptions & { readonly promptId?: string } = {},
): Promise<() => void> {
  const { hub, table } = core;
  await settleMembers(core, signal);
  // As a server does at each new connection: a job shows how many prompts there were before its submission.
  listener(countEvent(core));
  const leave = hub.listen(listener);
  if (promptId === undefined || table.get(promptId) !== undefined) return leave;
  try {
    const found = await locate(core, promptId, { signal });
    if (found === undefined) return leave;
    const { member } = found;
    const hear = (event: BackendEvent): void => {
      if ("promptId" in event && event.promptId === promptId)
        listener(eventOfPool(event, promptId, member.name));
    };
    const backend = await member.open(signal);
    const stop = await backend.events(hear, { promptId, signal });
    return () => {
      stop();
      leave();
    };
  } catch (error) {
    leave();
    throw error;
  }
}
