// The prompt that a worker runs now: its messages, its cancel, its end.

import { noMessages, noteMessage } from "@pictor/farm";
import {
  cancelUntilEnded,
  followPrompt,
  withLimit,
  type FollowOutcome,
  type PromptFollower,
  type PromptLimits,
} from "@pictor/prompt-life";
import {
  pause,
  raceAbort,
  type BackendEvent,
  type CallOptions,
  type MemberBackend,
  type NodeId,
  type WorkEvent,
} from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { isCancelled, readFields, type PromptFields } from "../protocol/claims.js";
import { endedRuns, headOf } from "../protocol/job-data.js";
import { lost, type Verdict } from "../protocol/verdicts.js";
import { createDeliverer } from "./deliver.js";
import { createEventSender } from "./event-sender.js";
import type { TakenJob } from "../sets/queues.js";
import type { Finisher } from "./finish.js";
import { createRunEvents } from "./run-events.js";
import type { Warnings } from "./warnings.js";

export interface RunsDependencies {
  readonly session: Session;
  readonly backend: MemberBackend;
  readonly worker: string;
  readonly signal: AbortSignal;
  readonly finisher: Finisher;
  readonly limits: PromptLimits;
  readonly warnings: Warnings;
  report(event: WorkEvent): void;
  /** Called with every message of a prompt that runs, and with its end. */
  measure(event: BackendEvent): void;
}

/** The prompt that runs. */
export interface Run {
  readonly id: string;
  readonly taken: TakenJob;
  readonly owner: string | undefined;
  /** The verdict for a prompt that may have run, and whose result is not known. */
  lost(why: string): Verdict;
  /** Calls the server, and rejects if it does not answer in time. */
  ask<Value>(use: (backend: MemberBackend, options: CallOptions) => Promise<Value>): Promise<Value>;
  /** Resolves to the id at the first event of the prompt, which shows that the server has it. */
  readonly seen: Promise<string>;
  /** Whether the connection to the server was lost since the prompt was begun. */
  wasCut(): boolean;
  /** Follows it on the server, and sets its verdict. Resolves to the one that stands, or to why it was certainly not run. */
  follow(there: string): Promise<Verdict | { readonly unrun: string }>;
  /** Sets its verdict. Resolves to the one that stands. */
  end(verdict: Verdict): Promise<Verdict>;
  /** Forgets it, because it was given back. */
  leave(): void;
  /** Reads again who listens, and whether it is to be cancelled. */
  look(): Promise<void>;
  onEvent(event: BackendEvent): void;
}

export interface RunStart {
  readonly taken: TakenJob;
  readonly fields: PromptFields;
  readonly outputs: readonly NodeId[];
}

/** The most messages that are kept while the server's id of the prompt is unknown. */
const longestKept = 5_000;
/** Milliseconds after a cancel, or after the end of a cancelled run, for which its files are still sent to the store. */
const giveUpMs = 10_000;

export function startRun({ taken, fields, outputs }: RunStart, deps: RunsDependencies): Run {
  const { id, job } = taken;
  const { host, owner } = headOf(job.data);
  const { session, backend, worker, signal, finisher, limits, warnings, report, measure } = deps;
  const { connection, keys, clock, store } = session;
  const startedAt = clock.now();
  const sender = createEventSender(session, id);
  /** Aborted when the prompt is to be cancelled. */
  const cancelling = new AbortController();
  /** Aborted when a prompt whose result cannot be stored is cancelled. */
  const givingUp = new AbortController();
  const deliverer = createDeliverer(backend, {
    worker,
    session,
    onRefusal: warnings.note,
    signal: AbortSignal.any([signal, givingUp.signal]),
  });
  const events = createRunEvents({ id, outputs, sender, deliverer, store });
  const ended = new AbortController();
  let there: string | undefined;
  let early: BackendEvent[] = [];
  let messages = noMessages;
  let follower: PromptFollower | undefined;
  let isCut = false;
  let onSeen: (id: string) => void = () => undefined;
  const seen = new Promise<string>((resolve) => (onSeen = resolve));

  const ask: Run["ask"] = (use) =>
    withLimit({ clock, ms: limits.answerMs, signal, where: worker }, (limited) =>
      use(backend, { signal: limited }),
    );
  const lostHere = (why: string): Verdict =>
    lost(`the worker ${worker} had it as ${there ?? id}: ${why.replace(/\.$/, "")}`);

  const onEvent = (event: BackendEvent): void => {
    if (event.type === "connection") {
      isCut ||= event.state !== "open";
      void follower?.look(true);
    }
    if (!("promptId" in event)) return;
    if (event.promptId !== id && event.promptId !== there) {
      if (there === undefined && early.length < longestKept) early.push(event);
      return;
    }
    onSeen(event.promptId);
    measure(event);
    messages = noteMessage(messages, event);
    follower?.note(event);
    events.pass(event);
  };
  /** Acts once, as soon as the prompt is to be cancelled. */
  const whenCancelled = (act: () => void): void => {
    if (cancelling.signal.aborted) act();
    else cancelling.signal.addEventListener("abort", act, { once: true });
  };
  const giveUpSoon = (): void => {
    const giveUp = (): void => {
      givingUp.abort(new DOMException("The prompt was cancelled", "AbortError"));
    };
    pause(clock, giveUpMs, ended.signal).then(giveUp, () => undefined);
  };
  const noteFields = (now: PromptFields): void => {
    sender.setHosts(host, now);
    if (isCancelled(now, endedRuns(job))) cancelling.abort();
  };
  noteFields(fields);
  const look = async (): Promise<void> => {
    noteFields(await readFields(connection, keys, id));
  };
  /** Stores the files of a verdict. If they cannot be stored for a while, a cancel ends the prompt without them. */
  const deliver = async (verdict: Verdict): Promise<Verdict> => {
    whenCancelled(giveUpSoon);
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
    const { verdict: standing, isRetried } = await finisher.set(taken, delivered);
    ended.abort();
    const as = standing.state;
    // A prompt that is run again has not ended for its hosts.
    if (!isRetried) sender.push({ type: "ended", promptId: id, ...(as !== "lost" && { as }) });
    const reason = as === "lost" ? standing.reason : as === "failed" ? standing.error.message : undefined;
    const error =
      reason === undefined
        ? undefined
        : queueFault(as === "lost" ? "QUEUE_PROMPT_LOST" : "QUEUE_PROMPT_FAILED", { promptId: id, reason });
    const durationMs = clock.now() - startedAt;
    report({ type: "ended", promptId: id, as, durationMs, ...(error !== undefined && { error }) });
    return standing;
  };
  /** Follows the prompt, whose id on the server is known. */
  const outcomeOf = (known: string): Promise<FollowOutcome> =>
    raceAbort(
      signal,
      new Promise((resolve) => {
        const cancel = () => ask((server, options) => server.cancel(known, options));
        const followed = followPrompt({
          clock,
          signal,
          limits,
          onOutcome: resolve,
          read: () => ask((server, options) => server.state(known, options)),
          cancel,
          messages: () => messages,
          wasCut: () => isCut,
          isCancelled: () => cancelling.signal.aborted,
        });
        follower = followed;
        const kept = early;
        early = [];
        for (const event of kept) onEvent(event);
        if (isCut) void followed.look();
        whenCancelled(() => {
          void cancelUntilEnded({
            clock,
            limits,
            cancel,
            signal: ended.signal,
            hasEnded: () => ended.signal.aborted,
            onAnswer(outcome) {
              if (outcome === "removed") resolve({ is: "removed" });
              void followed.look(true);
            },
          });
        });
      }),
    );
  const leave = (): void => {
    follower?.stop();
    ended.abort();
  };
  return {
    id,
    taken,
    owner,
    ask,
    lost: lostHere,
    seen,
    wasCut: () => isCut,
    end,
    look,
    onEvent,
    leave,
    async follow(known) {
      there = known;
      const outcome = await outcomeOf(known);
      follower?.stop();
      switch (outcome.is) {
        case "ended":
          return end(outcome.record);
        case "removed":
          return end({ state: "interrupted", outputs: [] });
        case "removedUnrun":
          return { unrun: outcome.why };
        case "lost":
          return end(lostHere(outcome.why));
      }
    },
  };
}
