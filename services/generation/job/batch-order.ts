// The order in which a job submits its batches: each after the end of the one before, or all of them first, for a backend that
// runs several prompts at the same time.

import type { GenerateRequest, Graph, WorkflowDraft } from "@pictor/kernel";
import type { EarlyEvents } from "../run/early-events.js";
import type { Subscribe } from "../run/follow-submitted.js";
import { lostPromptId } from "../state/prompt-lost.js";
import type { JobRun } from "./job-run.js";
import type { QueuedBatches } from "./queued-batches.js";

/** A batch whose prompt the backend has already, or the error with which its submission was lost. */
export type SubmittedBatch =
  { readonly promptId: string; readonly subscribe: Subscribe } | { readonly lost: unknown };

/** The draft of a batch, and its number among all of the generation. */
export interface BatchDraft {
  readonly index: number;
  readonly draft: WorkflowDraft;
}

export interface BatchSteps {
  readonly run: JobRun;
  /** Uploads the inputs of a batch, and resolves to its graph with their names on the server. */
  uploaded(draft: WorkflowDraft): Promise<Graph>;
  /** Submits a batch, unless it was submitted before, and follows it to its end. */
  runOne(batch: BatchDraft & { readonly submitted?: SubmittedBatch }, graph: Graph): Promise<void>;
}

/** The batches that are asked for. */
export const batchesToRun = (
  drafts: readonly WorkflowDraft[],
  wanted: GenerateRequest["batches"],
): readonly BatchDraft[] =>
  drafts.map((draft, index) => ({ index, draft })).filter(({ index }) => wanted?.includes(index) ?? true);

/** Announces a batch; returns false if the job ends before it. */
function begin({ index, draft }: BatchDraft, run: JobRun): boolean {
  if (run.state().cancelling) run.dispatch({ type: "stopped" });
  if (run.state().phase === "ended") return false;
  run.dispatch({ type: "batch", index, graph: draft.graph });
  return true;
}

/** Submits each batch after the end of the one before. */
export async function runInTurn(
  batches: readonly BatchDraft[],
  { run, uploaded, runOne }: BatchSteps,
): Promise<void> {
  for (const batch of batches) {
    if (!begin(batch, run)) return;
    await runOne(batch, await uploaded(batch.draft));
  }
}

/** Submits a batch before its turn. Rejects with `JOB_LOST` unless the job tries lost batches again: then that waits for its turn, too. */
async function submitAhead(
  { index, draft }: BatchDraft,
  graph: Graph,
  early: EarlyEvents,
  queue: QueuedBatches,
  run: JobRun,
): Promise<SubmittedBatch> {
  try {
    const promptId = await queue.submit(index, draft, graph);
    return { promptId, subscribe: (listener) => Promise.resolve(early.follow(promptId, listener)) };
  } catch (error) {
    const isTriedAgain = run.state().retries.policy.lost !== undefined;
    if (!isTriedAgain || lostPromptId(error) === undefined) throw error;
    return { lost: error };
  }
}

/**
 * Submits all batches, then follows them in their order. If the job ends early, the prompts of the other batches are revoked,
 * unless the job has left them to the backend.
 */
export async function runTogether(
  batches: readonly BatchDraft[],
  early: EarlyEvents,
  queue: QueuedBatches,
  { run, uploaded, runOne }: BatchSteps,
): Promise<void> {
  const [first] = batches;
  if (first === undefined || !begin(first, run)) return;
  // All files are uploaded first, so that a failed upload leaves nothing in the queue.
  const ready: { readonly batch: BatchDraft; readonly graph: Graph }[] = [];
  for (const batch of batches) ready.push({ batch, graph: await uploaded(batch.draft) });
  const queued: { readonly batch: BatchDraft; readonly graph: Graph; readonly submitted: SubmittedBatch }[] =
    [];
  let failure: unknown;
  try {
    for (const { batch, graph } of ready)
      queued.push({ batch, graph, submitted: await submitAhead(batch, graph, early, queue, run) });
    for (const { batch, graph, submitted } of queued) {
      const { index, draft } = batch;
      if (batch !== first && !begin(batch, run)) return;
      queue.noteFollowed(index);
      await runOne({ index, draft, submitted }, graph);
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    if (!run.isLeft()) await queue.revoke(failure);
  }
}
