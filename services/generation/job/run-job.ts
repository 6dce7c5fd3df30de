// Runs a generation: builds, passes the gates, validates, then uploads and runs batch by batch.

import { withoutUndefined, type GenerateRequest, type Output, type WorkflowDraft } from "@pictor/kernel";
import type { JobRun } from "../run/job-run.js";
import type { JobOutputContext, OutputCollector } from "../run/output-collector.js";
import { BatchOrder } from "./batch-order.js";
import { BatchRunner } from "./batch-runner.js";
import { collectOutputs } from "./collect-outputs.js";
import { prepareGeneration, type Prepared } from "./prepare-generation.js";
import { untilTime } from "./until-time.js";

/** The files of this machine in the drafts, each once. */
const sourcesOf = (drafts: readonly WorkflowDraft[]) => [
  ...new Map(
    drafts.flatMap(({ inputs }) =>
      inputs.flatMap(({ source }) => (source === undefined ? [] : [[source.path, source] as const])),
    ),
  ).values(),
];

/** What output plugins learn about the generation. */
function outputContext({ built, opened, request, run }: Prepared, directory: string): JobOutputContext {
  return withoutUndefined({
    jobId: run.state().jobId,
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    inputs: sourcesOf(built.drafts),
    seed: built.seed,
    backend: opened.info,
    owner: request.owner,
    directory,
    plugins: run.deps.pluginVersions(),
  });
}

async function runBatches(request: GenerateRequest, run: JobRun, collector: OutputCollector): Promise<void> {
  const directory = run.deps.directory(request.directory);
  await untilTime(request, run);
  const prepared = await prepareGeneration(request, run, directory);
  if (prepared === undefined) return;
  const runner = new BatchRunner(prepared, outputContext(prepared, directory), collector);
  await new BatchOrder(prepared, runner).runAll();
  if (run.hasEnded()) return;
  // A cancel after the last output changes nothing: the job has finished.
  if (!collector.isComplete()) run.signal.throwIfAborted();
  run.dispatch({ type: "finished" });
}

/** Settles when every output is saved. Never rejects: an error becomes the job's ending. */
export const runJob = (request: GenerateRequest, run: JobRun): Promise<readonly Output[]> =>
  collectOutputs(run, (collector) => runBatches(request, run, collector));
