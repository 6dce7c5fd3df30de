// The prompt that a worker runs now: its messages, its cancel, its end.

import {
  pause,
  type BackendEvent,
  type MemberBackend,
  type NodeId,
  type WorkEvent,
} from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import type { PromptFields } from "../protocol/claims.js";
import type { Verdict } from "../protocol/verdicts.js";
import { createDeliverer } from "./deliver.js";
import { createEventSender } from "./event-sender.js";
import type { Finisher } from "./finish.js";
import { createFollower } from "./follow.js";
import { createRunEvents } from "./run-events.js";
import type { Warnings } from "./warnings.js";

export interface RunsDependencies {
  readonly session: Session;
  readonly backend: MemberBackend;
  readonly worker: string;
  readonly signal: AbortSignal;
  readonly finisher: Finisher;
  readonly warnings: Warnings;
  report(event: WorkEvent): void;
  /** Called with every message of a prompt that runs, and with its end. */
  measure(event: BackendEvent): void;
}

/** The prompt that runs. */
export interface Run {
  readonly id: string;
  /** Where it is: for messages. */
  readonly where: string;
  /** Whether the connection to the server was lost since the prompt was begun. */
  wasCut(): boolean;
  /** Follows it on the server, and sets its verdict. Resolves to the one that stands. */
  follow(there: string): Promise<Verdict>;
  /** Sets its verdict. Resolves to the one that stands. */
  end(verdict: Verdict): Promise<Verdict>;
  /** Forgets it, because it was given back. */
  leave(): void;
  /** Reads again who listens, and whether it is to be cancelled. */
  look(): Promise<void>;
  onEvent(event: BackendEvent): void;
}

export interface RunStart {
  readonly id: string;
  readonly fields: PromptFields;
  readonly outputs: readonly NodeId[];
}

/** The most messages that are kept while the server's id of the prompt is unknown. */
const longestKept = 5_000;
const firstCancelMs = 2_000;
const longestCancelMs = 15_000;
/** Milliseconds after a cancel, or after the end of a cancelled run, for which its files are still sent to the store. */
const giveUpMs = 10_000;

export function startRun({ id, fields, outputs }: RunStart, deps: RunsDependencies): Run {
  const { session, backend, worker, signal, finisher, warnings, report, measure } = deps;
  const { connection, keys, clock, store, settings } = session;
  const startedAt = clock.now();
  const where = `the worker ${worker}, where it is ${id},`;
  const sender = createEventSender(session, id);
  sender.setFields(fields);
  /** Aborted when a prompt whose result cannot be stored is cancelled. */
  const givingUp = new AbortController();
  const deliverer = createDeliverer(backend, {
    ...{ worker, session, onRefusal: warnings.note },
    signal: AbortSignal.any([signal, givingUp.signal]),
  });
  const events = createRunEvents({ id, outputs, sender, deliverer, store });
  const follower = createFollower({ backend, clock, signal, where, lostMs: settings.lostSeconds * 1_000 });
  const ended = new AbortController();
  let there: string | undefined;
  let early: BackendEvent[] = [];
  let [isCancelWanted, isCancelling, isCut, isDelivering] = [false, false, false, false];

  const onEvent = (event: BackendEvent): void => {
    if (event.type === "connection") {
      isCut ||= event.state !== "open";
      follower.look();
    }
    if (!("promptId" in event)) return;
    if (event.promptId !== id && event.promptId !== there) {
      if (there === undefined && early.length < longestKept) early.push(event);
      return;
    }
    measure(event);
    follower.note(event);
    events.pass(event);
  };
  const giveUpSoon = (): void => {
    const giveUp = (): void => {
      givingUp.abort(new DOMException("The prompt was cancelled", "AbortError"));
    };
    pause(clock, giveUpMs, ended.signal).then(giveUp, () => undefined);
  };
  const cancel = async (): Promise<void> => {
    if (isDelivering && !isCancelWanted) giveUpSoon();
    isCancelWanted = true;
    if (isCancelling || there === undefined) return;
    isCancelling = true;
    for (let ms = firstCancelMs; !ended.signal.aborted; ms = Math.min(longestCancelMs, 2 * ms)) {
      const outcome = await backend.cancel(there, { signal }).catch(() => undefined);
      if (outcome === "removed") follower.conclude({ state: "interrupted", outputs: [] });
      follower.look();
      await pause(clock, ms, ended.signal).catch(() => undefined);
    }
  };
  const noteFields = (now: PromptFields): void => {
    sender.setFields(now);
    if (now["cancel"] !== undefined) void cancel();
  };
  const look = async (): Promise<void> => {
    noteFields(((await connection.run("hgetall", keys.prompt(id))) ?? {}) as PromptFields);
  };
  /** Stores the files of a verdict. If they cannot be stored for a while, a cancel ends the prompt without them. */
  const deliver = async (verdict: Verdict): Promise<Verdict> => {
    isDelivering = true;
    if (isCancelWanted) giveUpSoon();
    try {
      return await deliverer.verdict(verdict);
    } catch (error) {
      signal.throwIfAborted();
      if (!givingUp.signal.aborted) throw error;
      return { state: "interrupted", outputs: [] };
    }
  };
  const end = async (verdict: Verdict): Promise<Verdict> => {
    const delivered = await deliver(verdict);
    await events.settled();
    const standing = await finisher.set(id, delivered, worker);
    ended.abort();
    const as = standing.state;
    sender.push({ type: "ended", promptId: id, ...(as !== "lost" && { as }) });
    const reason = as === "lost" ? standing.reason : as === "failed" ? standing.error.message : undefined;
    const error =
      reason === undefined
        ? undefined
        : queueFault(as === "lost" ? "QUEUE_PROMPT_LOST" : "QUEUE_PROMPT_FAILED", { promptId: id, reason });
    const durationMs = clock.now() - startedAt;
    report({ type: "ended", promptId: id, as, durationMs, ...(error !== undefined && { error }) });
    return standing;
  };
  return {
    id,
    where,
    wasCut: () => isCut,
    end,
    look,
    onEvent,
    leave() {
      ended.abort();
    },
    async follow(known) {
      there = known;
      const kept = early;
      early = [];
      for (const event of kept) onEvent(event);
      if (fields["cancel"] !== undefined || isCancelWanted) void cancel();
      return end(await follower.follow(known));
    },
  };
}
