// The batches of a job that are submitted before they are followed, and that are revoked together if the job does not go on.

import {
  type Receipt,
  type Clock,
  raceAbort,
  withTimeout,
  type GenerateRequest,
  type Graph,
  type Submission,
  type WorkflowDraft,
} from "@pictor/kernel";
import { promptLimits } from "@pictor/prompt-life";
import type { JobRun } from "./job-run.js";
import { lostPromptId } from "../state/prompt-lost.js";
import { reportDropped, createSubmission, noteOf } from "./batch-submission.js";
import type { JobDependencies } from "./dependencies.js";
import { submitPrompt, type SubmitDependencies } from "../run/submit-prompt.js";
import type { Prepared } from "./prepare-generation.js";
import { awaitRevokedSubmission, outcomeUnknown, revokeSubmission } from "../run/revoke-submission.js";
import { explainRefusal } from "../validate/graph-errors.js";

/** A prompt in the backend's queue. With `request`, the submission is open: the prompt may be there under the proposed id. */
interface QueuedPrompt {
  readonly promptId: string;
  readonly request?: Promise<Receipt>;
}

/**
 * The branches of the graph that, according to the server's reply, were left out; none without a reply within
 * `promptLimits.answerMs`.
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
  const dropped = await withTimeout(clock, promptLimits.answerMs, listed, () => []);
  signal.throwIfAborted();
  return dropped;
}

/** Submits one batch. Calls `setQueued` with the prompt that the backend may have; undefined if it has none. */
async function submitBatch(
  submission: Submission,
  draft: WorkflowDraft,
  how: Pick<SubmitDependencies, "detached" | "seen" | "noteSent">,
  setQueued: (queued: QueuedPrompt | undefined) => void,
  { opened: { backend, instance } }: Prepared,
  run: JobRun,
  deps: JobDependencies,
): Promise<string> {
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
    const options = { backend, name, clock, signal, requestSignal, ...how, onRequest };
    const promptId = await raceAbort(signal, submitPrompt(submission, options));
    setQueued({ promptId });
    reportDropped(await droppedIn(latest.request, signal, clock), draft, run.report);
    return promptId;
  } catch (error) {
    if (!signal.aborted && lostPromptId(error) === undefined) setQueued(undefined);
    throw explainRefusal(error, draft);
  }
}

/**
 * Revokes the queued prompts, and reports each revocation that is not confirmed in time, and each prompt that has ended before, unless the
 * caller has cancelled the job: its images are there. If `error` is the loss of a prompt, that prompt is not reported again.
 */
async function revokeAll(
  queued: readonly QueuedPrompt[],
  error: unknown,
  { opened: { backend } }: Prepared,
  { report, signal, state }: JobRun,
  { lifetime, host: { clock }, background }: JobDependencies,
): Promise<void> {
  const confirmations = queued.map(async ({ promptId, request }) => {
    const revocation = revokeSubmission(promptId, request, { backend, clock, lifetime });
    background(revocation);
    if (lostPromptId(error) === promptId) return;
    const outcome = await awaitRevokedSubmission(promptId, revocation, { clock, report });
    if (outcome === "ended" && !signal.aborted && !state().cancelling)
      report(outcomeUnknown(promptId, "the job has not fetched its outputs"));
  });
  await Promise.all(confirmations);
}

export interface QueuedBatches {
  /** Submits a batch once, and resolves to the id that the server uses for its prompt. */
  submit(index: number, draft: WorkflowDraft, graph: Graph): Promise<string>;
  /** The ids of the submitted prompts, in the order of their batches. */
  promptIds(): readonly string[];
  /** Notes that the job follows the prompt of a batch from now on, and is the one that ends it: it is not revoked with the others. */
  noteFollowed(index: number): void;
  /** Revokes every prompt that the backend may still have. `error` is why the job does not go on. */
  revoke(error: unknown): Promise<void>;
}

export interface QueueOptions {
  /** Whether the prompts continue after this process has ended. */
  readonly detached: boolean;
  /** Called with the proposed id before each submission. Resolves to the id at the first event of the prompt. */
  seenOf?(promptId: string): Promise<string>;
}

export function createQueuedBatches(
  request: GenerateRequest,
  { detached, seenOf }: QueueOptions,
  prepared: Prepared,
  run: JobRun,
  deps: JobDependencies,
): QueuedBatches {
  const queued = new Map<number, QueuedPrompt>();
  return {
    submit(index, draft, graph) {
      const traceparent = run.trace?.submit(index);
      const origin = { jobId: run.state().jobId, batch: index, plugins: deps.pluginVersions(), traceparent };
      const submission = createSubmission(prepared, draft, graph, origin, request);
      const seen = seenOf?.(submission.promptId);
      const setQueued = (prompt: QueuedPrompt | undefined): void => {
        if (prompt === undefined) queued.delete(index);
        else queued.set(index, prompt);
      };
      const how = { detached, seen, noteSent: noteOf(request, submission.promptId, index) };
      return submitBatch(submission, draft, how, setQueued, prepared, run, deps);
    },
    promptIds: () => [...queued.values()].map(({ promptId }) => promptId),
    noteFollowed: (index) => void queued.delete(index),
    revoke: (error) => revokeAll([...queued.values()], error, prepared, run, deps),
  };
}
