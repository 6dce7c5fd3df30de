// Cancels a prompt, wherever it is.

import type { CallOptions, CancelOutcome } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { announceCount } from "../core/settle.js";
import type { Member } from "../members/member.js";
import { locate } from "./locate.js";

const cancelOn = (member: Member, id: string, signal: AbortSignal | undefined): Promise<CancelOutcome> =>
  member.call((backend, limited) => backend.cancel(id, { signal: limited }), { signal });

export async function cancelPrompt(
  core: Core,
  promptId: string,
  { signal }: CallOptions = {},
): Promise<CancelOutcome> {
  const { hub, members, table } = core;
  const entry = table.get(promptId);
  if (entry === undefined) {
    const found = await locate(core, promptId, { signal });
    return found === undefined ? "gone" : cancelOn(found.member, promptId, signal);
  }
  const { state, prompt } = entry;
  switch (state.step) {
    case "waiting":
      table.apply(entry, { type: "cancel" });
      entry.outcome.resolve({ promptId, dropped: [] });
      hub.emit({ type: "ended", promptId });
      announceCount(core);
      return "removed";
    case "dispatching":
      // It is cancelled as soon as the member has it, or does not go back to the queue.
      table.apply(entry, { type: "cancel" });
      return "interrupting";
    case "there": {
      table.apply(entry, { type: "cancel" });
      const member = members.get(state.member);
      if (member === undefined) return "gone";
      const outcome = await cancelOn(member, state.id, signal);
      if (outcome === "removed") prompt?.noteRemoved();
      else if (outcome === "gone") void prompt?.look(true);
      else prompt?.cancel();
      return outcome;
    }
    case "ended":
    case "lost":
    case "rejected":
    case "removed":
      return "gone";
  }
}
