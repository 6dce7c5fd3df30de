// Follows a prompt on the server of a worker to its end. The record of the server decides; its messages only say when to read it.

import {
  isCrash,
  linkedController,
  pause,
  reasonOf,
  type BackendEvent,
  type Clock,
  type MemberBackend,
  type PromptState,
} from "@pictor/kernel/plugin";
import { endingOf, noMessages, noteMessage } from "@pictor/farm";
import { isVerdict, lost, type Verdict } from "../protocol/verdicts.js";

export interface FollowDependencies {
  readonly backend: MemberBackend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Where the prompt is, for messages: the worker and the id on its server. */
  readonly where: string;
  /** Milliseconds without an answer of the server after which the prompt is lost. */
  readonly lostMs: number;
}

export interface Follower {
  /** Notes a message of the prompt. */
  note(event: BackendEvent): void;
  /** Reads the record now. */
  look(): void;
  /** Ends the following with a verdict that is known from elsewhere, such as a removal from the server's queue. */
  conclude(verdict: Verdict): void;
  follow(there: string): Promise<Verdict>;
}

const firstMs = 5_000;
const longestMs = 15_000;
/** How often a missing record is looked for, with growing pauses, before it counts as missing. */
const lookups = 6;
const lookupMs = 100;
/** Milliseconds for which prompts may wait while nothing runs, before the server counts as stuck. */
const stuckMs = 30_000;

export function createFollower({ backend, clock, signal, where, lostMs }: FollowDependencies): Follower {
  let messages = noMessages;
  let concluded: Verdict | undefined;
  let isDue = false;
  let wake: (() => void) | undefined;
  const look = (): void => {
    isDue = true;
    wake?.();
  };
  /** Resolves after `ms`, or when a reading is wanted. */
  const untilDue = async (ms: number): Promise<void> => {
    const { controller, release } = linkedController(signal);
    wake = () => {
      controller.abort();
    };
    if (!isDue) await pause(clock, ms, controller.signal).catch(() => undefined);
    release();
    signal.throwIfAborted();
    isDue = false;
  };
  const read = async (there: string): Promise<PromptState | { readonly failure: unknown }> => {
    try {
      return await backend.state(there, { signal });
    } catch (error) {
      signal.throwIfAborted();
      return { failure: error };
    }
  };

  return {
    look,
    conclude(verdict) {
      concluded = verdict;
      look();
    },
    note(event) {
      messages = noteMessage(messages, event);
      if (event.type !== "ended") return;
      look();
    },
    async follow(there) {
      let ms = firstMs;
      let missing = 0;
      let silentSince: number | undefined;
      let idleSince: number | undefined;
      for (;;) {
        await untilDue(missing > 0 ? lookupMs * 2 ** missing : ms);
        if (concluded !== undefined) return concluded;
        const record = await read(there);
        if ("failure" in record) {
          const reason = reasonOf(record.failure);
          if (isCrash(record.failure)) return { state: "lost", reason: `${where} was lost: ${reason}` };
          silentSince ??= clock.now();
          if (clock.now() - silentSince > lostMs)
            return { state: "lost", reason: `${where} does not answer any more: ${reason}` };
          ms = Math.min(longestMs, 500 + (clock.now() - silentSince));
          continue;
        }
        silentSince = undefined;
        if (isVerdict(record)) return record;
        if (record.state === "unknown") {
          if (++missing >= lookups)
            return endingOf(messages) ?? lost(`${where} has no record of it, and it may have been run`);
          continue;
        }
        missing = 0;
        idleSince =
          record.state === "queued" && record.idle === true ? (idleSince ?? clock.now()) : undefined;
        if (idleSince !== undefined && clock.now() - idleSince >= stuckMs) {
          await backend.cancel(there, { signal }).catch(() => undefined);
          return { state: "lost", reason: `${where} waits there, and the server runs nothing` };
        }
        ms = idleSince === undefined ? Math.min(longestMs, ms + firstMs) : firstMs;
      }
    },
  };
}
