// The prompt that the server of a worker runs: its messages, its cancel, its end.

import { noMessages, noteMessage } from "@pictor/farm";
import {
  cancelUntilEnded,
  followPrompt,
  withLimit,
  type FollowOutcome,
  type PromptFollower,
} from "@pictor/prompt-life";
import {
  pause,
  raceAbort,
  type BackendEvent,
  type CallOptions,
  type MemberBackend,
  type NodeId,
} from "@pictor/kernel/plugin";
import type { TakenJob } from "../../bull/jobs.js";
import { queueFault } from "../../faults.js";
import { isCancelled, readFields, type PromptFields } from "../../protocol/claims.js";
import { endedRuns, headOf } from "../../protocol/job-data.js";
import { lost, type Verdict } from "../../protocol/verdicts.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { Deliverer } from "./deliver.js";
import { createEventSender, type EventSender } from "./event-sender.js";
import { finish } from "./finish.js";
import { createRunEvents, type RunEvents } from "./run-events.js";

/** The most messages that are kept while the server's id of the prompt is unknown. */
const longestKept = 5_000;
/** Milliseconds after a cancel, or after the end of a cancelled run, for which its files are still sent to the store. */
const giveUpMs = 10_000;

/** A prompt that the worker has claimed. */
export class Execution {
  /** Resolves to the id at the first event of the prompt, which shows that the server has it. */
  readonly seen: Promise<string>;
  readonly #taken: TakenJob;
  readonly #parts: WorkerParts;
  readonly #startedAt: number;
  readonly #sender: EventSender;
  readonly #deliverer: Deliverer;
  readonly #events: RunEvents;
  /** Aborted when the prompt is to be cancelled. */
  readonly #cancelling = new AbortController();
  /** Aborted when a prompt whose result cannot be stored is cancelled. */
  readonly #givingUp = new AbortController();
  readonly #ended = new AbortController();
  #onSeen: (id: string) => void = () => undefined;
  /** The id of the prompt on the server. */
  #there: string | undefined;
  #early: BackendEvent[] = [];
  #messages = noMessages;
  #follower: PromptFollower | undefined;
  #isCut = false;

  constructor(taken: TakenJob, fields: PromptFields, outputs: readonly NodeId[], parts: WorkerParts) {
    const { clock, signal, store } = parts;
    this.#taken = taken;
    this.#parts = parts;
    this.#startedAt = clock.now();
    this.#sender = createEventSender(parts, taken.id);
    this.#deliverer = new Deliverer(parts, AbortSignal.any([signal, this.#givingUp.signal]));
    this.#events = createRunEvents({ id: taken.id, outputs }, this.#sender, this.#deliverer, store);
    this.seen = new Promise((resolve) => (this.#onSeen = resolve));
    this.#noteFields(fields);
  }

  /** Calls the server, and rejects if it does not answer in time. */
  ask<Value>(use: (backend: MemberBackend, options: CallOptions) => Promise<Value>): Promise<Value> {
    const { backend, clock, limits, signal, worker } = this.#parts;
    return withLimit({ clock, ms: limits.answerMs, signal, where: worker }, (limited) =>
      use(backend, { signal: limited }),
    );
  }

  /** Whether the connection to the server was lost since the prompt was begun. */
  get wasCut(): boolean {
    return this.#isCut;
  }

  /** The verdict for a prompt that may have run, and whose result is not known. */
  lost(why: string): Verdict {
    const there = this.#there ?? this.#taken.id;
    return lost(`the worker ${this.#parts.worker} had it as ${there}: ${why.replace(/\.$/, "")}`);
  }

  onEvent(event: BackendEvent): void {
    if (event.type === "connection") {
      this.#isCut ||= event.state !== "open";
      void this.#follower?.look(true);
    }
    if (!("promptId" in event)) return;
    if (event.promptId !== this.#taken.id && event.promptId !== this.#there) {
      if (this.#there === undefined && this.#early.length < longestKept) this.#early.push(event);
      return;
    }
    this.#onSeen(event.promptId);
    this.#parts.meter.note(event);
    this.#messages = noteMessage(this.#messages, event);
    this.#follower?.note(event);
    this.#events.pass(event);
  }

  /** Reads again who listens, and whether it is to be cancelled. */
  async look(): Promise<void> {
    const { connection, keys } = this.#parts;
    this.#noteFields(await readFields(connection, keys, this.#taken.id));
  }

  #noteFields(fields: PromptFields): void {
    const { job } = this.#taken;
    this.#sender.setHosts(headOf(job.data).host, fields);
    if (isCancelled(fields, endedRuns(job))) this.#cancelling.abort();
  }

  /** Acts once, as soon as the prompt is to be cancelled. */
  #whenCancelled(act: () => void): void {
    const { signal } = this.#cancelling;
    if (signal.aborted) act();
    else signal.addEventListener("abort", act, { once: true });
  }

  /** Stores the files of a verdict. If they cannot be stored for a while, a cancel ends the prompt without them. */
  async #deliver(verdict: Verdict): Promise<Verdict> {
    const giveUp = () => this.#givingUp.abort(new DOMException("The prompt was cancelled", "AbortError"));
    this.#whenCancelled(() => {
      pause(this.#parts.clock, giveUpMs, this.#ended.signal).then(giveUp, () => undefined);
    });
    try {
      return await this.#deliverer.verdict(verdict);
    } catch (error) {
      this.#parts.signal.throwIfAborted();
      if (!this.#givingUp.signal.aborted) throw error;
      return { state: "interrupted", outputs: [] };
    }
  }

  /** Sets its verdict. Resolves to the one that stands. */
  async end(verdict: Verdict): Promise<Verdict> {
    const { clock, report } = this.#parts;
    const promptId = this.#taken.id;
    const delivered = await this.#deliver(verdict);
    await this.#events.settled();
    const { verdict: standing, isRetried } = await finish(this.#taken, delivered, this.#parts);
    this.#ended.abort();
    const as = standing.state;
    // A prompt that is run again has not ended for its hosts.
    if (!isRetried) this.#sender.push({ type: "ended", promptId, ...(as !== "lost" && { as }) });
    const reason = as === "lost" ? standing.reason : as === "failed" ? standing.error.message : undefined;
    const code = as === "lost" ? "QUEUE_PROMPT_LOST" : "QUEUE_PROMPT_FAILED";
    const error = reason === undefined ? undefined : queueFault(code, { promptId, reason });
    const durationMs = clock.now() - this.#startedAt;
    report({ type: "ended", promptId, as, durationMs, ...(error !== undefined && { error }) });
    return standing;
  }

  /**
   * Follows the prompt, whose id on the server is known, on the server. Resolves to the verdict that stands, or to why
   * it was certainly not run.
   */
  async follow(there: string): Promise<Verdict | { readonly unrun: string }> {
    this.#there = there;
    const outcome = await raceAbort(
      this.#parts.signal,
      new Promise<FollowOutcome>((resolve) => this.#start(there, resolve)),
    );
    this.#follower?.stop();
    switch (outcome.is) {
      case "ended":
        return this.end(outcome.record);
      case "removed":
        return this.end({ state: "interrupted", outputs: [] });
      case "removedUnrun":
        return { unrun: outcome.why };
      case "lost":
        return this.end(this.lost(outcome.why));
    }
  }

  #start(there: string, onOutcome: (outcome: FollowOutcome) => void): void {
    const { clock, signal, limits } = this.#parts;
    const cancel = () => this.ask((server, options) => server.cancel(there, options));
    const follower = followPrompt({
      clock,
      signal,
      limits,
      onOutcome,
      read: () => this.ask((server, options) => server.state(there, options)),
      cancel,
      messages: () => this.#messages,
      wasCut: () => this.#isCut,
      isCancelled: () => this.#cancelling.signal.aborted,
    });
    this.#follower = follower;
    for (const event of this.#early.splice(0)) this.onEvent(event);
    if (this.#isCut) void follower.look();
    const ended = this.#ended.signal;
    this.#whenCancelled(() => {
      void cancelUntilEnded({
        clock,
        limits,
        cancel,
        signal: ended,
        hasEnded: () => ended.aborted,
        onAnswer(outcome) {
          if (outcome === "removed") onOutcome({ is: "removed" });
          void follower.look(true);
        },
      });
    });
  }

  /** Forgets it, because it was given back. */
  leave(): void {
    this.#follower?.stop();
    this.#ended.abort();
  }
}
