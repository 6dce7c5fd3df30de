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
import { runBatch } from "../run/run-batch.js";
import { createUploader } from "./upload-inputs.js";

interface Batch {
  readonly request: GenerateRequest;
  readonly index: number;
  readonly draft: WorkflowDraft;
  readonly savesTexts: boolean;
}

/** Submits a graph of the batch, and follows the prompt to its end. */
async function runGraph(
  graph: Graph,
  { request, index, draft, savesTexts }: Batch,
  prepared: Prepared,
  run: JobRun,
  collector: OutputCollector,
  deps: JobDependencies,
): Promise<void> {
  const { jobId } = run.state();
  const { built, opened } = prepared;
  const origin = { jobId, batch: index, plugins: deps.pluginVersions() };
  const submission = createSubmission(prepared, draft, graph, origin, request);
  const source = {
    batch: index,
    ...usedSeed(draft, built.seed, index),
    prompts: draft.recordedPrompts ?? draft.prompts,
    mayBeCached: (node: string) => run.state().cached?.has(node) ?? true,
  };
  try {
    await runBatch(submission, draft.outputs, {
      ...run,
      backend: opened.backend,
      name: opened.instance.name,
      clock: deps.host.clock,
      lifetime: deps.lifetime,
      background: deps.background,
      drain: collector.drain,
      onFile: (file, place) => {
        collector.add(file, place, source);
      },
      onMessageOutput: (output) => {
        collector.addMessage(output, source);
      },
      savesTexts,
      onDropped: (dropped) => {
        reportDropped(dropped, draft, run.report);
      },
    });
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
  await runGraph(withNonce(graph, nodes), batch, prepared, run, collector, deps);
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
  for (const [index, draft] of built.drafts.entries()) {
    if (run.state().cancelling) {
      run.dispatch({ type: "stopped" });
      return;
    }
    run.dispatch({ type: "batch", index, graph: draft.graph });
    const graph = await upload(draft.graph, uploadedInputs(prepared.kind, draft));
    await runBatchAndRepeat({ request, index, draft, savesTexts }, graph, prepared, run, collector, deps);
    if (run.state().phase === "ended") return;
  }
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
