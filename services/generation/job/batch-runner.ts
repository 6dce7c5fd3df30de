// Runs one batch of a prepared generation to its end: again if the policy of the request says so, or if files are gone.

import { fault, pause, problemFor, type Graph } from "@pictor/kernel";
import { usedSeed } from "../build/batch-seed.js";
import { withNonce } from "../run/cached-files.js";
import { reportEvicted, type JobOutputContext, type OutputCollector } from "../run/output-collector.js";
import { PromptEvents } from "../run/prompt-events.js";
import { PromptFollower } from "../run/prompt-follower.js";
import { lostPromptId } from "../state/prompt-lost.js";
import { triedAgain } from "../state/retry.js";
import { createSubmission, noteOf, type BatchDraft } from "./batch-submission.js";
import type { Prepared } from "./prepare-generation.js";
import { QueuedBatches } from "./queued-batches.js";

/** A batch whose prompt the backend has already, or the error with which its submission was lost. */
export type SubmittedBatch =
  { readonly promptId: string; readonly events: PromptEvents } | { readonly lost: unknown };

export class BatchRunner {
  readonly #prepared: Prepared;
  readonly #context: JobOutputContext;
  readonly #collector: OutputCollector;
  /** The id that was proposed for the present prompt. */
  #promptId = "";

  constructor(prepared: Prepared, context: JobOutputContext, collector: OutputCollector) {
    this.#prepared = prepared;
    this.#context = context;
    this.#collector = collector;
  }

  /**
   * Submits a graph of the batch, unless it was submitted before, and repeats the run once if files from the server's
   * cache are gone.
   */
  async run(batch: BatchDraft, graph: Graph, submitted?: SubmittedBatch): Promise<void> {
    const { run } = this.#prepared;
    await this.#runGraph(batch, graph, submitted);
    const evicted = this.#collector.takeEvicted();
    const [first] = evicted;
    if (first === undefined) return;
    if (run.hasEnded() || run.state().cancelling) {
      reportEvicted(evicted, run.report);
      return;
    }
    run.report(problemFor(fault("JOB_REPEATED", { filename: first.filename })));
    const nodes = evicted.map(({ node }) => node);
    run.dispatch({ type: "batch", index: batch.index, graph });
    await this.#runGraph(batch, withNonce(graph, nodes));
    reportEvicted(this.#collector.takeEvicted(), run.report);
  }

  /** Runs a graph of the batch, again as often as the policy of the request says. */
  async #runGraph(batch: BatchDraft, graph: Graph, submitted?: SubmittedBatch): Promise<void> {
    const { index } = batch;
    const { request, run } = this.#prepared;
    const { clock, dispatch, report, signal, state } = run;
    await this.#tryGraph(batch, graph, submitted);
    for (let { retry } = state(); retry !== undefined; { retry } = state()) {
      await noteOf(request, this.#promptId, index)?.(false);
      await pause(clock, retry.afterMs, signal);
      report(triedAgain(index, retry));
      dispatch({ type: "batch", index, graph });
      await this.#tryGraph(batch, graph);
    }
  }

  /** Submits a graph of the batch, unless it was submitted ahead, and follows the prompt to its end. */
  async #tryGraph(batch: BatchDraft, graph: Graph, submitted?: SubmittedBatch): Promise<void> {
    const { fail, hasEnded } = this.#prepared.run;
    try {
      if (submitted === undefined) await this.#submit(batch, graph);
      else if ("lost" in submitted) throw submitted.lost;
      else await this.#follow(batch, submitted);
    } catch (error) {
      const lostId = lostPromptId(error);
      if (lostId === undefined) throw error;
      this.#promptId = lostId;
      // The outputs that were found come before the end of the job.
      await this.#collector.drain();
      fail(error);
      if (hasEnded()) throw error;
    }
    await this.#collector.drain();
  }

  #follower({ index, draft }: BatchDraft): PromptFollower {
    const { built, opened, request, run } = this.#prepared;
    const source = {
      backend: opened.backend,
      context: this.#context,
      batch: index,
      ...usedSeed(draft, built.seed, index),
      prompts: draft.recordedPrompts ?? draft.prompts,
    };
    const { outputs } = draft;
    const { savesTexts = false } = request;
    return new PromptFollower(run, this.#collector, { outputs, source, ownsPrompt: true, savesTexts });
  }

  /** Submits a graph, and follows its prompt to its end. */
  async #submit(batch: BatchDraft, graph: Graph): Promise<void> {
    const { opened, run } = this.#prepared;
    const follower = this.#follower(batch);
    const submission = createSubmission(this.#prepared, batch, graph);
    this.#promptId = submission.promptId;
    const events = new PromptEvents(run, { outputs: batch.draft.outputs, keepsAll: true });
    const queue = new QueuedBatches(this.#prepared, events);
    events.listen(follower.onEvent);
    const unsubscribe = await events.begin(opened.backend);
    try {
      const promptId = await queue.submit(batch, submission);
      run.signal.throwIfAborted();
      queue.noteFollowed(batch.index);
      events.follow(promptId);
      await follower.follow(promptId);
    } catch (error) {
      await queue.revoke(error);
      throw error;
    } finally {
      unsubscribe();
      queue.close();
    }
  }

  /** Follows a prompt that the backend has already. */
  async #follow(
    batch: BatchDraft,
    { promptId, events }: Extract<SubmittedBatch, { readonly promptId: string }>,
  ): Promise<void> {
    const follower = this.#follower(batch);
    this.#promptId = promptId;
    events.listen(follower.onEvent);
    events.follow(promptId);
    // Only some of its events were kept, so the record must be read for the state of the prompt.
    follower.requestReading();
    await follower.follow(promptId).finally(() => events.listen(undefined));
  }
}
