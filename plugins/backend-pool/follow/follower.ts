// Follows the prompts on members to their ends: by events, and by the member's record, which decides.

import { followPrompt, type FollowOutcome, type PromptFollower } from "@pictor/prompt-life";
import type { BackendEvent, PromptState, PromptWait } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { giveBack, settle } from "../core/settle.js";
import type { Entry } from "../prompts/entry.js";

export type Follower = ReturnType<typeof createFollower>;

/** Called when a prompt goes back to the queue, or when a member may be free. */
export interface FollowerCallbacks {
  onSettled(): void;
  onReturned(entry: Entry): void;
}

/** Says where a prompt was, and why it is lost. */
export const lossReason = (member: string, id: string, why: string): string =>
  `the member ${member} had it as ${id}: ${why.replace(/\.$/, "")}`;

/** Why a prompt waits on a member that is a pool or a queue itself. */
const waitOn = (member: string, record: PromptState): PromptWait | undefined =>
  record.state === "queued" && record.wait !== undefined
    ? { why: record.wait.why, detail: `the member ${member} has it: ${record.wait.detail}` }
    : undefined;

export function createFollower(core: Core, callbacks: FollowerCallbacks) {
  const { clock, limits, members, signal, table } = core;
  const followed = new Map<Entry, PromptFollower>();

  const stop = (entry: Entry): void => {
    followed.get(entry)?.stop();
    followed.delete(entry);
  };
  const end = (entry: Entry, member: string, id: string, outcome: FollowOutcome): void => {
    stop(entry);
    switch (outcome.is) {
      case "ended":
        if (settle(core, entry, { type: "record", record: outcome.record })) callbacks.onSettled();
        return;
      case "removed":
        if (settle(core, entry, { type: "removed" })) callbacks.onSettled();
        return;
      case "removedUnrun":
        // It is given to another member.
        if (giveBack(core, entry)) callbacks.onReturned(entry);
        return;
      case "lost": {
        const reason = lossReason(member, id, outcome.why);
        if (settle(core, entry, { type: "lose", id, reason })) callbacks.onSettled();
      }
    }
  };

  return {
    /** Begins to follow a prompt that a member has. */
    follow(entry: Entry): void {
      const { state, notes } = entry;
      const member = "member" in state ? members.get(state.member) : undefined;
      if (state.step !== "there" || member === undefined || signal.aborted) return;
      const { id } = state;
      stop(entry);
      const follower = followPrompt({
        clock,
        signal,
        limits,
        async read() {
          const record = await member.call((backend, limited) => backend.state(id, { signal: limited }), {
            signal,
          });
          notes.wait = waitOn(member.name, record);
          return record;
        },
        cancel: () => member.call((backend, limited) => backend.cancel(id, { signal: limited }), { signal }),
        messages: () => notes.messages,
        wasCut: () => notes.wasCut,
        isCancelled: () => entry.state.step === "there" && entry.state.isCancelled,
        onRunning: () => void table.apply(entry, { type: "running" }),
        onStalled(why) {
          member.note(new Error(why), true);
        },
        onOutcome(outcome) {
          if (followed.get(entry) === follower) end(entry, member.name, id, outcome);
        },
      });
      followed.set(entry, follower);
    },
    /** Notes an event of the prompt. After its end, the record is read. */
    noteEvent: (entry: Entry, event: BackendEvent): void => followed.get(entry)?.note(event),
    /** Reads the record once, or joins the reading that is under way; with `isNews`, reads again after that one. */
    async read(entry: Entry, isNews?: boolean): Promise<void> {
      // It has ended in another way, such as by a cancel.
      if (entry.state.step !== "there") stop(entry);
      await followed.get(entry)?.look(isNews);
    },
    close(): void {
      for (const entry of [...followed.keys()]) stop(entry);
    },
  };
}
