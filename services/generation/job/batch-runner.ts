// Runs one batch of a prepared generation to its end: again if the policy of the request says so, or if files are gone.

import { fault, pause, problemFor, type Graph } from "@pictor/kernel";
import { usedSeed } from "../build/batch-seed.js";
import { withNonce } from "../run/cached-files.js";
import { followSubmitted, type Subscribe } from "../run/follow-submitted.js";
import { reportEvicted, type JobOutputContext, type OutputCollector } from "../run/output-collector.js";
import { PromptFollower } from "../run/prompt-follower.js";
import { Batch } from "../run/run-batch.js";
import { lostPromptId } from "../state/prompt-lost.js";
import { triedAgain } from "../state/retry.js";
import { explainRefusal } from "../validate/graph-errors.js";
import { createSubmission, noteOf, reportDropped, type BatchDraft } from "./batch-submission.js";
import type { Prepared } from "./prepare-generation.js";

/** A batch whose prompt the backend has already, or the error with which its submission was lost. */
export type SubmittedBatch =
  { readonly promptId: string; readonly subscribe: Subscribe } | { readonly lost: unknown };

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
    const { dispatch, fail, hasEnded } = this.#prepared.run;
    const follower = this.#follower(batch);
    try {
      if (submitted === undefined) await this.#submit(batch, graph, follower);
      else if ("lost" in submitted) throw submitted.lost;
      else {
        const { promptId, subscribe } = submitted;
        this.#promptId = promptId;
        dispatch({ type: "submitted", promptId });
        await followSubmitted(promptId, subscribe, follower);
      }
    } catch (error) {
      const lostId = lostPromptId(error);
      if (lostId === undefined) throw explainRefusal(error, batch.draft);
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
  #submit(batch: BatchDraft, graph: Graph, follower: PromptFollower): Promise<void> {
    const { opened, request, run } = this.#prepared;
    const submission = createSubmission(this.#prepared, batch, graph);
    const { promptId } = submission;
    this.#promptId = promptId;
    const given = {
      submission,
      noteSent: noteOf(request, promptId, batch.index),
      onDropped: (dropped: Parameters<typeof reportDropped>[0]) =>
        reportDropped(dropped, batch.draft, run.report),
    };
    return new Batch(given, opened.backend, run).run(follower);
  }
}
