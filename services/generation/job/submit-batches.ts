// Submits all batches of a generation without waiting for their prompts. If one fails, the submitted ones are revoked.

import type { GenerateRequest, SubmissionResult } from "@pictor/kernel";
import { uploadedInputs } from "../build/neutral-request.js";
import { startDetached, type DetachedJob } from "./detached-job.js";
import type { JobRun } from "./job-run.js";
import type { JobDependencies } from "./dependencies.js";
import { prepareGeneration } from "./prepare-generation.js";
import { createQueuedBatches, type QueuedBatches } from "./queued-batches.js";
import { untilTime } from "./until-time.js";
import { createUploader } from "./upload-inputs.js";

interface Submitted {
  /** The instance's name. */
  readonly backend: string;
  readonly promptIds: readonly string[];
}
const noneSubmitted: Submitted = { backend: "", promptIds: [] };

async function submitAll(request: GenerateRequest, run: JobRun, deps: JobDependencies): Promise<Submitted> {
  let queued: QueuedBatches | undefined;
  try {
    await untilTime(request, run, deps.host.clock);
    const prepared = await prepareGeneration(request, run, deps);
    if (prepared === undefined) return noneSubmitted;
    const { backend, instance } = prepared.opened;
    const { signal, dispatch } = run;
    const { clock } = deps.host;
    const upload = createUploader(backend, prepared.catalog, {
      signal,
      dispatch,
      clock,
      name: instance.name,
    });
    const { drafts } = prepared.built;
    queued = createQueuedBatches(request, { detached: true }, prepared, run, deps);
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
      const promptId = await queued.submit(index, draft, graph);
      run.dispatch({ type: "submitted", promptId });
    }
    run.signal.throwIfAborted();
    return { backend: instance.name, promptIds: queued.promptIds() };
  } catch (error) {
    await queued?.revoke(error);
    run.fail(error);
    return noneSubmitted;
  }
}

export const startSubmission = (
  request: GenerateRequest,
  deps: JobDependencies,
): DetachedJob<SubmissionResult> =>
  startDetached(
    request,
    deps,
    (run) => submitAll(request, run, deps),
    (submitted, base) => ({ ...base, status: "submitted" as const, ...submitted }),
  );
