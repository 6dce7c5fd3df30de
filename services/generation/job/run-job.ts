// Runs a generation: builds, passes the gates, validates, then uploads and runs batch by batch.

import {
  fault,
  pause,
  problemFor,
  type GenerateRequest,
  type Graph,
  type Output,
  type WorkflowDraft,
} from "@pictor/kernel";
import type { JobRun } from "./job-run.js";
import { reportEvicted, type JobOutputContext, type OutputCollector } from "./output-collector.js";
import { explainRefusal } from "../validate/graph-errors.js";
import { uploadedInputs } from "../build/neutral-request.js";
import { usedSeed } from "../build/batch-seed.js";
import { reportDropped, createSubmission, noteOf } from "./batch-submission.js";
import { withNonce } from "../run/cached-files.js";
import { collectOutputs } from "./collect-outputs.js";
import type { JobDependencies } from "./dependencies.js";
import { prepareGeneration, type Prepared } from "./prepare-generation.js";
import { followSubmitted } from "../run/follow-submitted.js";
import type { PromptFollower } from "../run/prompt-follower.js";
import { Batch } from "../run/run-batch.js";
import { createQueuedBatches } from "./queued-batches.js";
import {
  batchesToRun,
  runInTurn,
  runTogether,
  type BatchDraft,
  type BatchSteps,
  type SubmittedBatch,
} from "./batch-order.js";
import { keepEarlyEvents } from "../run/early-events.js";
import { createUploader } from "./upload-inputs.js";
import { untilTime } from "./until-time.js";
import { lostPromptId } from "../state/prompt-lost.js";
import { triedAgain } from "../state/retry.js";

interface BatchWork extends BatchDraft {
  /** The prompt of the batch, if it was submitted before. */
  readonly submitted?: SubmittedBatch;
}

/** The files of this machine in the drafts, each once. */
const sourcesOf = (drafts: readonly WorkflowDraft[]) => [
  ...new Map(
    drafts.flatMap(({ inputs }) =>
      inputs.flatMap(({ source }) => (source === undefined ? [] : [[source.path, source] as const])),
    ),
  ).values(),
];

/** What output plugins learn about the generation. */
function outputContext(
  request: GenerateRequest,
  directory: string,
  { built, opened }: Prepared,
  run: JobRun,
  deps: JobDependencies,
): JobOutputContext {
  const { owner } = request;
  return {
    jobId: run.state().jobId,
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    inputs: sourcesOf(built.drafts),
    ...(built.seed !== undefined && { seed: built.seed }),
    backend: opened.info,
    ...(owner !== undefined && { owner }),
    directory,
    plugins: deps.pluginVersions(),
  };
}

/** The batches of a generation that is prepared. */
class Batches {
  readonly #request: GenerateRequest;
  readonly #prepared: Prepared;
  readonly #run: JobRun;
  readonly #collector: OutputCollector;
  readonly #deps: JobDependencies;
  /** The id that was proposed for the present prompt. */
  #promptId = "";

  constructor(
    request: GenerateRequest,
    prepared: Prepared,
    run: JobRun,
    collector: OutputCollector,
    deps: JobDependencies,
  ) {
    this.#request = request;
    this.#prepared = prepared;
    this.#run = run;
    this.#collector = collector;
    this.#deps = deps;
  }

  /** Runs the batches in the order that suits the backend. */
  async runAll(): Promise<void> {
    const { built, catalog, kind, opened } = this.#prepared;
    const { backend, info, instance } = opened;
    const { clock } = this.#deps.host;
    const { signal, dispatch } = this.#run;
    const upload = createUploader(backend, catalog, { signal, dispatch, clock, name: instance.name });
    const steps: BatchSteps = {
      run: this.#run,
      uploaded: (draft) => upload(draft.graph, uploadedInputs(kind, draft)),
      runOne: (batch, graph) => this.#runOne(batch, graph),
    };
    const batches = batchesToRun(built.drafts, this.#request.batches);
    if (info.facets.includes("members") && batches.length > 1) {
      const early = await keepEarlyEvents(built.drafts[0]?.outputs ?? [], { backend, clock, signal });
      const options = { detached: false, seenOf: early.keep };
      const queue = createQueuedBatches(this.#request, options, this.#prepared, this.#run, this.#deps);
      await runTogether(batches, early, queue, steps).finally(early.unsubscribe);
    } else await runInTurn(batches, steps);
  }

  /** Runs one batch, and repeats the run once if files from the server's cache are gone. */
  async #runOne(batch: BatchWork, graph: Graph): Promise<void> {
    const run = this.#run;
    await this.#runGraph(graph, batch);
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
    const { index, draft } = batch;
    await this.#runGraph(withNonce(graph, nodes), { index, draft });
    reportEvicted(this.#collector.takeEvicted(), run.report);
  }

  /** Runs a graph of the batch, again as often as the policy of the request says. */
  async #runGraph(graph: Graph, batch: BatchWork): Promise<void> {
    const { draft, index } = batch;
    const { dispatch, report, signal, state } = this.#run;
    const { clock } = this.#deps.host;
    await this.#tryGraph(graph, batch);
    for (let { retry } = state(); retry !== undefined; { retry } = state()) {
      await noteOf(this.#request, this.#promptId, index)?.(false);
      await pause(clock, retry.afterMs, signal);
      report(triedAgain(index, retry));
      dispatch({ type: "batch", index, graph });
      await this.#tryGraph(graph, { index, draft });
    }
  }

  /** Submits a graph of the batch, unless it was submitted ahead, and follows the prompt to its end. */
  async #tryGraph(graph: Graph, batch: BatchWork): Promise<void> {
    const { draft, submitted } = batch;
    const { dispatch, fail, hasEnded } = this.#run;
    const follower = this.#follower(batch);
    try {
      if (submitted === undefined) await this.#submit(graph, batch, follower);
      else if ("lost" in submitted) throw submitted.lost;
      else {
        const { promptId, subscribe } = submitted;
        this.#promptId = promptId;
        dispatch({ type: "submitted", promptId });
        await followSubmitted(promptId, subscribe, follower);
      }
    } catch (error) {
      const lostId = lostPromptId(error);
      if (lostId === undefined) throw explainRefusal(error, draft);
      this.#promptId = lostId;
      // The outputs that were found come before the end of the job.
      await this.#collector.drain();
      fail(error);
      if (hasEnded()) throw error;
    }
    await this.#collector.drain();
  }

  #follower({ index, draft }: BatchWork): PromptFollower {
    const run = this.#run;
    const { built, opened } = this.#prepared;
    const source = {
      batch: index,
      ...usedSeed(draft, built.seed, index),
      prompts: draft.recordedPrompts ?? draft.prompts,
      mayBeCached: (node: string) => run.state().cached?.has(node) ?? true,
    };
    return run.follow(draft.outputs, {
      backend: opened.backend,
      collector: this.#collector,
      source,
      ownsPrompt: true,
      savesTexts: this.#request.savesTexts ?? false,
    });
  }

  /** Submits a graph, and follows its prompt to its end. */
  #submit(graph: Graph, { index, draft }: BatchWork, follower: PromptFollower): Promise<void> {
    const { backend, instance } = this.#prepared.opened;
    const { signal, dispatch, report, isLeft, state } = this.#run;
    const { host, lifetime, background, pluginVersions } = this.#deps;
    const traceparent = this.#run.trace?.submit(index);
    const origin = { jobId: state().jobId, batch: index, plugins: pluginVersions(), traceparent };
    const submission = createSubmission(this.#prepared, draft, graph, origin, this.#request);
    this.#promptId = submission.promptId;
    const batch = new Batch(submission, follower, {
      backend,
      name: instance.name,
      clock: host.clock,
      signal,
      dispatch,
      report,
      isLeft,
      lifetime,
      background,
      noteSent: noteOf(this.#request, submission.promptId, index),
      onDropped: (dropped) => {
        reportDropped(dropped, draft, report);
      },
    });
    return batch.run();
  }
}

async function runBatches(request: GenerateRequest, run: JobRun, deps: JobDependencies): Promise<void> {
  const directory = deps.directory(request.directory);
  await untilTime(request, run, deps.host.clock);
  const prepared = await prepareGeneration(request, run, deps, directory);
  if (prepared === undefined) return;
  const context = outputContext(request, directory, prepared, run, deps);
  const collector = run.collect(prepared.opened.backend, context);
  await new Batches(request, prepared, run, collector, deps).runAll();
  if (run.hasEnded()) return;
  // A cancel after the last output changes nothing: the job has finished.
  if (!collector.isComplete()) run.signal.throwIfAborted();
  run.dispatch({ type: "finished" });
}

/** Settles when every output is saved. Never rejects: an error becomes the job's ending. */
export const runJob = (
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
): Promise<readonly Output[]> => collectOutputs(run, () => runBatches(request, run, deps));
