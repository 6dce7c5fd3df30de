// Submits all batches of a generation without waiting for their prompts. If one fails, the submitted ones are revoked.

import type { GenerateRequest, SubmissionResult } from "@pictor/kernel";
import { uploadedInputs } from "../build/neutral-request.js";
import { createSubmission } from "./batch-submission.js";
import { detachedResult, startDetached } from "./detached-job.js";
import type { Job } from "./job.js";
import type { JobRun } from "../run/job-run.js";
import type { JobDependencies } from "../run/dependencies.js";
import { prepareGeneration } from "./prepare-generation.js";
import { QueuedBatches } from "./queued-batches.js";
import { untilTime } from "./until-time.js";
import { createUploader } from "./upload-inputs.js";

interface Submitted {
  /** The instance's name. */
  readonly backend: string;
  readonly promptIds: readonly string[];
}
const noneSubmitted: Submitted = { backend: "", promptIds: [] };

async function submitAll(request: GenerateRequest, run: JobRun): Promise<Submitted> {
  let queued: QueuedBatches | undefined;
  try {
    await untilTime(request, run);
    const prepared = await prepareGeneration(request, run);
    if (prepared === undefined) return noneSubmitted;
    const upload = createUploader(prepared);
    const { drafts } = prepared.built;
    queued = new QueuedBatches(prepared);
    // All files are uploaded first, so that a failed upload leaves nothing in the queue.
    const graphs = [];
    for (const [index, draft] of drafts.entries()) {
      run.dispatch({ type: "batch", index, graph: draft.graph });
      graphs.push(await upload(draft.graph, uploadedInputs(prepared.kind, draft)));
    }
    for (const [index, draft] of drafts.entries()) {
      run.signal.throwIfAborted();
      run.dispatch({ type: "batch", index, graph: draft.graph });
      const graph = graphs[index] ?? draft.graph;
      const batch = { index, draft };
      const promptId = await queued.submit(batch, createSubmission(prepared, batch, graph));
      run.dispatch({ type: "submitted", promptId });
    }
    run.signal.throwIfAborted();
    return { backend: prepared.opened.instance.name, promptIds: queued.promptIds() };
  } catch (error) {
    await queued?.revoke(error);
    run.fail(error);
    return noneSubmitted;
  } finally {
    queued?.close();
  }
}

export const startSubmission = (request: GenerateRequest, deps: JobDependencies): Job<Submitted> =>
  startDetached(request, deps, (run) => submitAll(request, run));

export const submissionResult = (job: Job<Submitted>): Promise<SubmissionResult> =>
  detachedResult(job, (submitted, base) => ({ ...base, status: "submitted" as const, ...submitted }));
