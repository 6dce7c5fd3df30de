// Submits a generation and does not wait for it: all batches of it are in the backend's queue, or none.

import type { Receipt } from "../backend/types.js";
import { until } from "../hooks/settle.js";
import { openJob, type JobRun } from "./job.js";
import { reportDropped, submissionOf } from "./run/batches.js";
import type { JobDependencies } from "./run/dependencies.js";
import { place } from "./run/place.js";
import { prepare, type Prepared } from "./run/prepare.js";
import { createUploader } from "./run/uploads.js";
import { withdraw } from "./run/withdraw.js";
import { explainRefusal } from "./where.js";
import type { GenerateRequest, SubmissionResult, WorkflowDraft } from "./types.js";

export interface StartedSubmission {
  readonly result: Promise<SubmissionResult>;
  leave(): Promise<void>;
  abandon(): void;
}

interface Submitted {
  /** Name of the instance. */
  readonly backend: string;
  readonly promptIds: readonly string[];
}
const nothing: Submitted = { backend: "", promptIds: [] };

/** One batch, in the queue. */
async function placeBatch(
  index: number,
  draft: WorkflowDraft,
  graph: WorkflowDraft["graph"],
  { built, opened: { backend, instance } }: Prepared,
  run: JobRun,
  deps: JobDependencies,
): Promise<string> {
  const { jobId } = run.state();
  const submission = submissionOf(built, draft, graph, {
    jobId,
    batch: index,
    plugins: deps.pluginVersions(),
  });
  let submitting: Promise<Receipt> | undefined;
  const { clock } = deps.host;
  const { signal } = run;
  const sent = (request: Promise<Receipt>): void => {
    submitting = request;
  };
  try {
    const placing = place(submission, { backend, name: instance.name, clock, signal, detached: true, sent });
    const { promptId, dropped } = await until(signal, placing);
    reportDropped(dropped, draft, run.report);
    return promptId;
  } catch (error) {
    deps.background(withdraw(submission.promptId, submitting, { backend, clock, lifetime: deps.lifetime }));
    throw explainRefusal(error, draft);
  }
}

async function submitAll(request: GenerateRequest, run: JobRun, deps: JobDependencies): Promise<Submitted> {
  const promptIds: string[] = [];
  let prepared: Prepared | undefined;
  try {
    prepared = await prepare(request, run, deps);
    if (prepared === undefined) return nothing;
    const { backend, instance } = prepared.opened;
    const upload = createUploader(backend, prepared.catalog, { ...run, name: instance.name });
    const { drafts } = prepared.built;
    // Everything is brought there first: what fails then has not queued anything.
    const graphs = [];
    for (const [index, draft] of drafts.entries()) {
      run.dispatch({ type: "batch", index, graph: draft.graph });
      graphs.push(await upload(draft.graph, draft.inputs));
    }
    for (const [index, draft] of drafts.entries()) {
      run.signal.throwIfAborted();
      run.dispatch({ type: "batch", index, graph: draft.graph });
      const promptId = await placeBatch(index, draft, graphs[index] ?? draft.graph, prepared, run, deps);
      promptIds.push(promptId);
      run.dispatch({ type: "submitted", promptId });
    }
    run.signal.throwIfAborted();
    return { backend: instance.name, promptIds };
  } catch (error) {
    const { lifetime, host } = deps;
    const { clock } = host;
    if (prepared !== undefined) {
      const { backend } = prepared.opened;
      for (const promptId of promptIds)
        deps.background(withdraw(promptId, undefined, { backend, clock, lifetime }));
    }
    run.fail(error);
    return nothing;
  }
}

export function startSubmission(request: GenerateRequest, deps: JobDependencies): StartedSubmission {
  const options = { batches: request.count ?? 1, isOwn: true, isDetached: true, signal: request.signal };
  const { jobId, done, leave, abandon } = openJob(options, deps, (run) => submitAll(request, run, deps));
  const result = done.then(({ state, value, problems }): SubmissionResult => {
    const { ending } = state;
    if (ending === undefined) return { status: "submitted", jobId, ...value, problems };
    const left = { jobId, outputs: [], problems };
    if (ending.status === "finished") return { status: "interrupted", by: "caller", ...left };
    return { ...ending, ...left };
  });
  return { result, leave, abandon };
}
