// Runs a generation: builds, passes the gates, validates, then uploads and runs batch by batch.

import {
  fault,
  toProblem,
  type GenerateRequest,
  type Graph,
  type Output,
  type WorkflowDraft,
} from "@pictor/kernel";
import type { JobRun } from "./job.js";
import { createOutputCollector, reportEvicted, type OutputCollector } from "./output-collector.js";
import { explainRefusal } from "../validate/graph-errors.js";
import { uploadedInputs } from "../build/neutral-request.js";
import { usedSeed } from "../build/batch-seed.js";
import { reportDropped, createSubmission } from "./batch-submission.js";
import { withNonce } from "../run/cached-files.js";
import { collectOutputs } from "./collect-outputs.js";
import type { JobDependencies } from "./dependencies.js";
import { prepareGeneration, type Prepared } from "./prepare-generation.js";
import { followSubmitted } from "../run/follow-submitted.js";
import { followerDependencies } from "./follower-dependencies.js";
import { runBatch } from "../run/run-batch.js";
import { createQueuedBatches } from "./queued-batches.js";
import { runInTurn, runTogether, type BatchSteps, type SubmittedBatch } from "./batch-order.js";
import { keepEarlyEvents } from "../run/early-events.js";
import { createUploader } from "./upload-inputs.js";

interface Batch {
  readonly request: GenerateRequest;
  readonly index: number;
  readonly draft: WorkflowDraft;
  readonly savesTexts: boolean;
  /** The prompt of the batch, if it was submitted before. */
  readonly submitted?: SubmittedBatch;
}

/** Submits a graph of the batch, unless it was submitted ahead, and follows the prompt to its end. */
async function runGraph(
  graph: Graph,
  { request, index, draft, savesTexts, submitted }: Batch,
  prepared: Prepared,
  run: JobRun,
  collector: OutputCollector,
  deps: JobDependencies,
): Promise<void> {
  const { built, opened } = prepared;
  const source = {
    batch: index,
    ...usedSeed(draft, built.seed, index),
    prompts: draft.recordedPrompts ?? draft.prompts,
    mayBeCached: (node: string) => run.state().cached?.has(node) ?? true,
  };
  const { backend, instance } = opened;
  const options = { ownsPrompt: true, savesTexts };
  const following = followerDependencies(options, source, { ...{ backend, collector, run }, ...deps });
  try {
    if (submitted === undefined) {
      const origin = { jobId: run.state().jobId, batch: index, plugins: deps.pluginVersions() };
      await runBatch(createSubmission(prepared, draft, graph, origin, request), draft.outputs, {
        ...following,
        isLeft: run.isLeft,
        name: instance.name,
        lifetime: deps.lifetime,
        background: deps.background,
        onDropped: (dropped) => {
          reportDropped(dropped, draft, run.report);
        },
      });
    } else {
      const { promptId, subscribe } = submitted;
      run.dispatch({ type: "submitted", promptId });
      await followSubmitted(promptId, draft.outputs, subscribe, following);
    }
  } catch (error) {
    throw explainRefusal(error, draft);
  }
  await collector.drain();
}

/** Runs one batch, and repeats the run once if files from the server's cache are gone. */
async function runBatchAndRepeat(
  batch: Batch,
  graph: Graph,
  prepared: Prepared,
  run: JobRun,
  collector: OutputCollector,
  deps: JobDependencies,
): Promise<void> {
  await runGraph(graph, batch, prepared, run, collector, deps);
  const evicted = collector.takeEvicted();
  const [first] = evicted;
  if (first === undefined) return;
  if (run.state().phase === "ended" || run.state().cancelling) {
    reportEvicted(evicted, run.report);
    return;
  }
  run.report(toProblem(fault("JOB_REPEATED", { filename: first.filename })));
  const nodes = evicted.map(({ node }) => node);
  run.dispatch({ type: "batch", index: batch.index, graph });
  const { submitted: _ended, ...again } = batch;
  await runGraph(withNonce(graph, nodes), again, prepared, run, collector, deps);
  reportEvicted(collector.takeEvicted(), run.report);
}

/** The files of this machine in the drafts, each once. */
const sourcesOf = (drafts: readonly WorkflowDraft[]) => [
  ...new Map(
    drafts.flatMap(({ inputs }) =>
      inputs.flatMap(({ source }) => (source === undefined ? [] : [[source.path, source] as const])),
    ),
  ).values(),
];

async function runBatches(
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
  setCollector: (collector: OutputCollector) => void,
): Promise<void> {
  const { signal } = run;
  const { savesTexts = false, owner } = request;
  const directory = deps.directory(request.directory);
  const prepared = await prepareGeneration(request, run, deps, directory);
  if (prepared === undefined) return;
  const { built, opened, catalog } = prepared;
  const { backend, info } = opened;
  const context = {
    jobId: run.state().jobId,
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    inputs: sourcesOf(built.drafts),
    ...(built.seed !== undefined && { seed: built.seed }),
    backend: info,
    ...(owner !== undefined && { owner }),
    directory,
    plugins: deps.pluginVersions(),
  };
  const collector = createOutputCollector({ ...deps, ...run, backend, context });
  setCollector(collector);
  const upload = createUploader(backend, catalog, {
    ...run,
    clock: deps.host.clock,
    name: opened.instance.name,
  });
  const steps: BatchSteps = {
    run,
    uploaded: (draft) => upload(draft.graph, uploadedInputs(prepared.kind, draft)),
    runOne: (batch, graph) =>
      runBatchAndRepeat({ request, savesTexts, ...batch }, graph, prepared, run, collector, deps),
  };
  if (info.facets.includes("members") && built.drafts.length > 1) {
    const options = { backend, clock: deps.host.clock, signal };
    const early = await keepEarlyEvents(built.drafts[0]?.outputs ?? [], options);
    const queue = createQueuedBatches(request, { detached: false, seenOf: early.keep }, prepared, run, deps);
    await runTogether(built.drafts, early, queue, steps).finally(early.unsubscribe);
  } else await runInTurn(built.drafts, steps);
  if (run.state().phase === "ended") return;
  // A cancel after the last output changes nothing: the job has finished.
  if (!collector.isComplete()) signal.throwIfAborted();
  run.dispatch({ type: "finished" });
}

/** Settles when every output is saved. Never rejects: an error becomes the job's ending. */
export const runJob = (
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
): Promise<readonly Output[]> =>
  collectOutputs(run, (setCollector) => runBatches(request, run, deps, setCollector));
