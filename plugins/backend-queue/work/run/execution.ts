// A claimed prompt on the server of a worker: its submission, its events, its cancel, its verdict.

import { recognizable, ServerPrompt, withLimit, type PromptOutcome } from "@pictor/prompt-life";
import { pause, type BackendEvent, type NodeId } from "@pictor/kernel/plugin";
import type { TakenJob } from "../../bull/jobs.js";
import { queueFault } from "../../faults.js";
import { submittedAs } from "../../protocol/attempts.js";
import { isCancelled, noteThere, readFields, type PromptFields } from "../../protocol/claims.js";
import { endedRuns, headOf, type Body } from "../../protocol/job-data.js";
import { failed, lost, type Verdict } from "../../protocol/verdicts.js";
import { refusalOf } from "../parts/errors.js";
import { limitOn } from "../parts/server-limit.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { Deliverer } from "./deliver.js";
import { EventSender } from "./event-sender.js";
import { finish } from "./finish.js";
import { RunEvents } from "./run-events.js";

/** Milliseconds after a cancel, or after the end of a cancelled run, for which its files are still sent to the store. */
const giveUpMs = 10_000;

/** A prompt that the worker has claimed. */
export class Execution {
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
  /** The prompt on the server. */
  readonly #prompt: ServerPrompt;

  constructor(taken: TakenJob, fields: PromptFields, outputs: readonly NodeId[], parts: WorkerParts) {
    const { clock, signal, store } = parts;
    this.#taken = taken;
    this.#parts = parts;
    this.#startedAt = clock.now();
    this.#sender = new EventSender(parts, taken.id);
    this.#deliverer = new Deliverer(parts, AbortSignal.any([signal, this.#givingUp.signal]));
    this.#events = new RunEvents({ id: taken.id, outputs }, this.#sender, this.#deliverer, store);
    const { backend, limits, connection, keys, meter } = parts;
    const { id, job } = taken;
    const run = { id, attempt: endedRuns(job) };
    const submitted = submittedAs(run);
    this.#prompt = new ServerPrompt({
      id: submitted,
      clock,
      signal,
      limits,
      ask: (use) => withLimit(limitOn(parts), (limited) => use(backend, { signal: limited })),
      isCancelled: () => this.#cancelling.signal.aborted,
      // The next process of this worker finds the prompt by this id.
      onAccepted: async (there) => {
        if (there !== submitted) await connection.run(...noteThere(keys, run, there)).catch(() => undefined);
      },
      onEvent: (event) => {
        if (event.type !== "promptConnection") meter.note(event);
        this.#events.pass(event);
      },
    });
    this.#whenCancelled(() => this.#prompt.cancel());
    this.#noteFields(fields);
  }

  onEvent(event: BackendEvent): void {
    this.#prompt.onEvent(event);
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
  async #end(verdict: Verdict): Promise<Verdict> {
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

  /** Submits the prompt, once, and follows it. Resolves to the verdict that stands, or to why certainly no server has run it. */
  async submit({ graph, record, extra }: Body): Promise<Verdict | { readonly unrun: unknown }> {
    const { backend, signal } = this.#parts;
    const { owner } = headOf(this.#taken.job.data);
    const submission = recognizable({
      promptId: this.#prompt.id,
      graph,
      ...(record && { record }),
      ...(extra && { extra }),
      ...(owner !== undefined && { owner }),
    });
    const outcome = await this.#prompt.submit(() => backend.submit(submission, { signal }));
    switch (outcome.is) {
      case "notTaken":
        return { unrun: outcome.error };
      case "removedUnrun":
        return { unrun: new Error(outcome.why) };
      case "refused":
        return this.#end(failed(refusalOf(outcome.error)));
      default:
        return this.#endAs(outcome);
    }
  }

  /** Goes on with a prompt that an earlier process had claimed. `there` is the id under which the server may have it. */
  async resume(there: string): Promise<Verdict> {
    const outcome = await this.#prompt.find(there);
    switch (outcome.is) {
      // A server that denies the prompt may have run it and forgotten it, so nobody else may run it.
      case "notTaken":
      case "refused":
        return this.#end(this.#lost("its server has no record of it, and it may have been run"));
      case "removedUnrun":
        return this.#end(this.#lost(outcome.why));
      default:
        return this.#endAs(outcome);
    }
  }

  #endAs(
    outcome: Exclude<PromptOutcome, { readonly is: "notTaken" | "refused" | "removedUnrun" }>,
  ): Promise<Verdict> {
    if (outcome.is === "ended") return this.#end(outcome.record);
    if (outcome.is === "removed") return this.#end({ state: "interrupted", outputs: [] });
    return this.#end(this.#lost(outcome.why));
  }

  /** The verdict for a prompt that may have run, and whose result is not known. */
  #lost(why: string): Verdict {
    return lost(`the worker ${this.#parts.worker} had it as ${this.#prompt.id}: ${why.replace(/\.$/, "")}`);
  }

  /** Forgets it, because it was given back. */
  leave(): void {
    this.#prompt.stop();
    this.#ended.abort();
  }
}
