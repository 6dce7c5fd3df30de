// Follows the prompts on members to their ends: by events, and by the member's record, which decides.

import { endingOf } from "@pictor/farm";
import { reasonOf, type PromptState, isCrash } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { settle } from "../core/settle.js";
import type { Entry } from "../prompts/entry.js";
import { isLast, type EndRecord } from "../prompts/prompt-state.js";

/** What is known about following one prompt. */
interface Following {
  cancelTimer(): void;
  reading: Promise<void> | undefined;
  isReadingWanted: boolean;
  /** Successive readings without an event in between. */
  quiet: number;
  /** Successive readings without an answer, and when the first of them began. */
  failures: number;
  unansweredSince: number | undefined;
  /** When the record was first missing, and when the queue of the member was first seen to stand still; milliseconds of the clock. */
  missingSince: number | undefined;
  idleSince: number | undefined;
  lookups: number;
}

export interface Follower {
  /** Begins to follow a prompt that a member has. */
  follow(entry: Entry): void;
  /** Notes an event of the prompt. */
  noteEvent(entry: Entry): void;
  /** Reads the record once, or joins the reading that is under way; with `isNews`, reads again after that one. */
  read(entry: Entry, isNews?: boolean): Promise<void>;
  close(): void;
}

/** Called when a prompt goes back to the queue, or when a member may be free. */
export interface FollowerCallbacks {
  onSettled(): void;
  onReturned(entry: Entry): void;
}

const isEnd = (state: PromptState): state is EndRecord => "outputs" in state;
const firstRetryMs = 20;

/** Says where a prompt was, and why it is lost. */
export const lossReason = (member: string, id: string, why: string): string =>
  `the member ${member} had it as ${id}: ${why.replace(/\.$/, "")}`;

export function createFollower(core: Core, callbacks: FollowerCallbacks): Follower {
  const { clock, limits, members, table } = core;
  const followed = new Map<Entry, Following>();

  const stop = (entry: Entry): void => {
    followed.get(entry)?.cancelTimer();
    followed.delete(entry);
  };
  const plan = (entry: Entry, following: Following, ms: number): void => {
    following.cancelTimer();
    following.cancelTimer = core.signal.aborted ? () => undefined : clock.after(ms, () => void read(entry));
  };
  const end = (entry: Entry, ending: Parameters<typeof settle>[2]): void => {
    stop(entry);
    if (settle(core, entry, ending)) callbacks.onSettled();
  };
  const lose = (entry: Entry, why: string): void => {
    const { state } = entry;
    if (state.step !== "there") return;
    end(entry, { type: "lose", id: state.id, reason: lossReason(state.member, state.id, why) });
  };

  /** The record is missing. The prompt can be between the queue and the history of the member for a moment. */
  const onMissing = (entry: Entry, following: Following): void => {
    const { notes, state } = entry;
    following.missingSince ??= clock.now();
    const limitMs = notes.wasCut && !notes.messages.hasEnded ? limits.recheckMs : limits.lateRecordMs;
    if (clock.now() - following.missingSince < limitMs) {
      plan(entry, following, Math.min(firstRetryMs * 2 ** following.lookups++, limitMs));
      return;
    }
    const { hasEnded } = notes.messages;
    const record = endingOf(notes.messages);
    if (record !== undefined) end(entry, { type: "record", record });
    else if (hasEnded) lose(entry, "its run has ended, and the member has no record of how it has ended");
    else if (state.step === "there" && state.isCancelled) end(entry, { type: "removed" });
    else lose(entry, "it no longer knows the prompt, which was removed there, or the server was restarted");
  };

  /** The queue of the member stands still: the prompt is taken back, and given to another member. */
  const takeBack = async (entry: Entry, member: string, id: string): Promise<void> => {
    const there = members.get(member);
    const outcome = await there
      ?.call((backend, signal) => backend.cancel(id, { signal }), { signal: core.signal })
      .catch(() => undefined);
    there?.note(new Error("its queue stands still: prompts wait and nothing runs"), true);
    if (entry.state.step !== "there") return;
    if (outcome !== "removed") {
      lose(entry, "its queue stands still: prompts wait and nothing runs");
      return;
    }
    if (!table.apply(entry, { type: "notRun" })) {
      lose(entry, "it has begun the prompt, and has then removed it from its queue");
      return;
    }
    stop(entry);
    callbacks.onReturned(entry);
  };

  const onState = async (entry: Entry, following: Following, record: PromptState): Promise<void> => {
    const { state } = entry;
    if (state.step !== "there") return;
    following.failures = 0;
    following.unansweredSince = undefined;
    if (record.state !== "unknown") {
      following.missingSince = undefined;
      following.lookups = 0;
    }
    if (isEnd(record)) {
      end(entry, { type: "record", record });
      return;
    }
    if (record.state === "lost") {
      lose(entry, record.reason);
      return;
    }
    if (record.state === "unknown") {
      onMissing(entry, following);
      return;
    }
    if (record.state === "running") table.apply(entry, { type: "running" });
    const isIdle = record.state === "queued" && record.idle === true;
    following.idleSince = isIdle ? (following.idleSince ?? clock.now()) : undefined;
    if (following.idleSince !== undefined && clock.now() - following.idleSince >= limits.stalledMs) {
      await takeBack(entry, state.member, state.id);
      return;
    }
    // The messages say that the run has ended, but the record does not say so yet.
    if (entry.notes.messages.hasEnded && following.lookups < 10) {
      plan(entry, following, firstRetryMs * 2 ** following.lookups++);
      return;
    }
    const ms = Math.min(limits.longestRecordMs, limits.recordMs * 1.5 ** following.quiet++);
    plan(entry, following, ms * (1 - Math.random() / 10));
  };

  const onFailure = (entry: Entry, following: Following, error: unknown): void => {
    following.unansweredSince ??= clock.now();
    if (isCrash(error)) {
      lose(entry, `its server has crashed (${reasonOf(error)})`);
      return;
    }
    if (clock.now() - following.unansweredSince >= limits.unreachableMs) {
      lose(entry, `it has not answered for ${limits.unreachableMs / 1000} s (${reasonOf(error)})`);
      return;
    }
    const ms = Math.min(limits.recordMs, 400 * 1.3 ** following.failures++);
    plan(entry, following, ms * (0.5 + Math.random() / 2));
  };

  const readOnce = async (entry: Entry, following: Following): Promise<void> => {
    const { state } = entry;
    if (state.step !== "there") return;
    const member = members.get(state.member);
    if (member === undefined) return;
    try {
      const record = await member.call((backend, signal) => backend.state(state.id, { signal }), {
        signal: core.signal,
      });
      await onState(entry, following, record);
    } catch (error) {
      if (core.signal.aborted || isLast(entry.state)) return;
      onFailure(entry, following, error);
    }
  };

  function read(entry: Entry, isNews = false): Promise<void> {
    const following = followed.get(entry);
    if (following === undefined || core.signal.aborted) return Promise.resolve();
    if (following.reading === undefined) following.isReadingWanted = false;
    else if (isNews) following.isReadingWanted = true;
    following.reading ??= readOnce(entry, following).finally(() => {
      following.reading = undefined;
      if (following.isReadingWanted) void read(entry);
    });
    return following.reading;
  }

  return {
    follow(entry) {
      if (followed.has(entry)) return;
      const following: Following = {
        ...{ cancelTimer: () => undefined, reading: undefined, isReadingWanted: false },
        ...{ quiet: 0, failures: 0, unansweredSince: undefined, lookups: 0 },
        ...{ missingSince: undefined, idleSince: undefined },
      };
      followed.set(entry, following);
      plan(entry, following, limits.recordMs);
    },
    noteEvent(entry) {
      const following = followed.get(entry);
      if (following === undefined) return;
      following.quiet = 0;
      following.idleSince = undefined;
    },
    read,
    close() {
      for (const { cancelTimer } of followed.values()) cancelTimer();
      followed.clear();
    },
  };
}
