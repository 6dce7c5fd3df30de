// Submits all batches of a generation without waiting for their prompts. If one fails, the submitted ones are revoked.

import {
  type Receipt,
  type Clock,
  raceAbort,
  withTimeout,
  type GenerateRequest,
  type SubmissionResult,
  type WorkflowDraft,
} from "@pictor/kernel";
import { uploadedInputs } from "../build/neutral-request.js";
import { startDetached, type DetachedJob } from "./detached-job.js";
import type { JobRun } from "./job.js";
import { lostPromptId } from "../state/prompt-lost.js";
import { reportDropped, createSubmission } from "./batch-submission.js";
import type { JobDependencies } from "./dependencies.js";
import { answerLimitMs } from "../state/time-limits.js";
import { submitOnce } from "../run/submit-once.js";
import { prepareGeneration, type Prepared } from "./prepare-generation.js";
import { createUploader } from "./upload-inputs.js";
import { awaitRevokedSubmission, revokeSubmission } from "../run/revoke-submission.js";
import { explainRefusal } from "../validate/graph-errors.js";

interface Submitted {
  /** The instance's name. */
  readonly backend: string;
  readonly promptIds: readonly string[];
}
const noneSubmitted: Submitted = { backend: "", promptIds: [] };

/** A prompt in the backend's queue. With `request`, the submission is open: the prompt may be there under the proposed id. */
interface QueuedPrompt {
  readonly promptId: string;
  readonly request?: Promise<Receipt>;
}

/**
 * The branches of the graph that, according to the server's reply, were left out; none without a reply within
 * `answerLimitMs`.
 */
async function droppedIn(
  request: Promise<Receipt> | undefined,
  signal: AbortSignal,
  clock: Clock,
): Promise<Receipt["dropped"]> {
  if (request === undefined) return [];
  const listed = raceAbort(signal, request).then(
    ({ dropped }) => dropped,
    () => [],
  );
  const dropped = await withTimeout(clock, answerLimitMs, listed, () => []);
  signal.throwIfAborted();
  return dropped;
}

/** Submits one batch. Calls `setQueued` with the prompt that the backend may have; undefined if it has none. */
async function submitBatch(
  request: GenerateRequest,
  index: number,
  draft: WorkflowDraft,
  graph: WorkflowDraft["graph"],
  setQueued: (queued: QueuedPrompt | undefined) => void,
  prepared: Prepared,
  run: JobRun,
  deps: JobDependencies,
): Promise<string> {
  const { jobId } = run.state();
  const { backend, instance } = prepared.opened;
  const origin = { jobId, batch: index, plugins: deps.pluginVersions() };
  const submission = createSubmission(prepared, draft, graph, origin, request);
  const { clock } = deps.host;
  const { signal } = run;
  const latest: { request?: Promise<Receipt> | undefined } = {};
  const onRequest = (request: Promise<Receipt> | undefined): void => {
    latest.request = request;
    setQueued(request === undefined ? undefined : { promptId: submission.promptId, request });
  };
  try {
    const { name } = instance;
    const requestSignal = deps.lifetime;
    const options = { backend, name, clock, signal, requestSignal, detached: true, onRequest };
    const promptId = await raceAbort(signal, submitOnce(submission, options));
    setQueued({ promptId });
    reportDropped(await droppedIn(latest.request, signal, clock), draft, run.report);
    return promptId;
  } catch (error) {
    if (!signal.aborted && lostPromptId(error) === undefined) setQueued(undefined);
    throw explainRefusal(error, draft);
  }
}

/**
 * Revokes the queued prompts, and reports each revocation that is not confirmed in time. If `error` is the loss of a
 * prompt, that prompt is not reported again.
 */
async function revokeAll(
  queued: readonly QueuedPrompt[],
  error: unknown,
  { opened: { backend } }: Prepared,
  { report }: JobRun,
  { lifetime, host: { clock }, background }: JobDependencies,
): Promise<void> {
  const confirmations = queued.map(async ({ promptId, request }) => {
    const revocation = revokeSubmission(promptId, request, { backend, clock, lifetime });
    background(revocation);
    if (lostPromptId(error) !== promptId)
      await awaitRevokedSubmission(promptId, revocation, { clock, report });
  });
  await Promise.all(confirmations);
}

async function submitAll(request: GenerateRequest, run: JobRun, deps: JobDependencies): Promise<Submitted> {
  const queued = new Map<number, QueuedPrompt>();
  let prepared: Prepared | undefined;
  try {
    prepared = await prepareGeneration(request, run, deps);
    if (prepared === undefined) return noneSubmitted;
    const { backend, instance } = prepared.opened;
    const upload = createUploader(backend, prepared.catalog, {
      ...run,
      clock: deps.host.clock,
      name: instance.name,
    });
    const { drafts } = prepared.built;
    // All files are uploaded first, so that a failed upload leaves nothing in the queue.
    const graphs = [];
    for (const [index, draft] of drafts.entries()) {
      run.dispatch({ type: "batch", index, graph: draft.graph });
      graphs.push(await upload(draft.graph, uploadedInputs(prepared.kind, draft)));
    }
    for (const [index, draft] of drafts.entries()) {
      run.signal.throwIfAborted();
      run.dispatch({ type: "batch", index, graph: draft.graph });
      const setQueued = (prompt: QueuedPrompt | undefined): void => {
        if (prompt === undefined) queued.delete(index);
        else queued.set(index, prompt);
      };
      const graph = graphs[index] ?? draft.graph;
      const promptId = await submitBatch(request, index, draft, graph, setQueued, prepared, run, deps);
      run.dispatch({ type: "submitted", promptId });
    }
    run.signal.throwIfAborted();
    return { backend: instance.name, promptIds: [...queued.values()].map(({ promptId }) => promptId) };
  } catch (error) {
    if (prepared !== undefined) await revokeAll([...queued.values()], error, prepared, run, deps);
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
