// The order in which a job submits its batches: each after the end of the one before, or all of them first, for a backend that
// runs several prompts at the same time.

import type { Graph, WorkflowDraft } from "@pictor/kernel";
import { uploadedInputs } from "../build/neutral-request.js";
import { PromptEvents } from "../run/prompt-events.js";
import { lostPromptId } from "../state/prompt-lost.js";
import type { BatchRunner, SubmittedBatch } from "./batch-runner.js";
import { createSubmission, type BatchDraft } from "./batch-submission.js";
import type { Prepared } from "./prepare-generation.js";
import { QueuedBatches } from "./queued-batches.js";
import { createUploader, type Uploader } from "./upload-inputs.js";

/** A batch with its inputs on the server, whose names there are in the graph. */
interface ReadyBatch {
  readonly batch: BatchDraft;
  readonly graph: Graph;
}

export class BatchOrder {
  readonly #prepared: Prepared;
  readonly #runner: BatchRunner;
  readonly #upload: Uploader;

  constructor(prepared: Prepared, runner: BatchRunner) {
    this.#prepared = prepared;
    this.#runner = runner;
    this.#upload = createUploader(prepared);
  }

  /** Runs the batches that are asked for, in the order that suits the backend. */
  async runAll(): Promise<void> {
    const { built, opened, request, run } = this.#prepared;
    const batches = built.drafts
      .map((draft, index) => ({ index, draft }))
      .filter(({ index }) => request.batches?.includes(index) ?? true);
    if (!opened.info.facets.includes("members") || batches.length < 2) return this.#runInTurn(batches);
    const events = new PromptEvents(run, { outputs: built.drafts[0]?.outputs ?? [], keepsAll: false });
    const unsubscribe = await events.begin(opened.backend);
    return this.#runTogether(batches, events).finally(unsubscribe);
  }

  /** Submits each batch after the end of the one before. */
  async #runInTurn(batches: readonly BatchDraft[]): Promise<void> {
    for (const batch of batches) {
      if (!this.#begin(batch)) return;
      await this.#runner.run(batch, await this.#uploaded(batch.draft));
    }
  }

  /**
   * Submits all batches, then follows them in their order. If the job ends early, the prompts of the other batches are revoked,
   * unless the job has left them to the backend.
   */
  async #runTogether(batches: readonly BatchDraft[], events: PromptEvents): Promise<void> {
    const [first] = batches;
    if (first === undefined || !this.#begin(first)) return;
    // All files are uploaded first, so that a failed upload leaves nothing in the queue.
    const ready: ReadyBatch[] = [];
    for (const batch of batches) ready.push({ batch, graph: await this.#uploaded(batch.draft) });
    const queue = new QueuedBatches(this.#prepared, events);
    const submitted: SubmittedBatch[] = [];
    let failure: unknown;
    try {
      for (const one of ready) submitted.push(await this.#submitAhead(one, events, queue));
      for (const [place, { batch, graph }] of ready.entries()) {
        if (batch !== first && !this.#begin(batch)) return;
        queue.noteFollowed(batch.index);
        await this.#runner.run(batch, graph, submitted[place]);
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await queue.revoke(failure);
      queue.close();
    }
  }

  /**
   * Submits a batch before its turn. Rejects with `JOB_LOST` unless the job tries lost batches again: then that waits
   * for its turn, too.
   */
  async #submitAhead(
    { batch, graph }: ReadyBatch,
    events: PromptEvents,
    queue: QueuedBatches,
  ): Promise<SubmittedBatch> {
    try {
      return { promptId: await queue.submit(batch, createSubmission(this.#prepared, batch, graph)), events };
    } catch (error) {
      const isTriedAgain = this.#prepared.run.state().retries.policy.lost !== undefined;
      if (!isTriedAgain || lostPromptId(error) === undefined) throw error;
      return { lost: error };
    }
  }

  /** Announces a batch; returns false if the job ends before it. */
  #begin({ index, draft }: BatchDraft): boolean {
    const { run } = this.#prepared;
    if (run.state().cancelling) run.dispatch({ type: "stopped" });
    if (run.hasEnded()) return false;
    run.dispatch({ type: "batch", index, graph: draft.graph });
    return true;
  }

  /** Uploads the inputs of a batch, and resolves to its graph with their names on the server. */
  #uploaded(draft: WorkflowDraft): Promise<Graph> {
    return this.#upload(draft.graph, uploadedInputs(this.#prepared.kind, draft));
  }
}
