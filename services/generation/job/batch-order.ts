// The order in which a job submits its batches: each after the end of the one before, or all of them first, for a backend that
// runs several prompts at the same time.

import type { Graph, WorkflowDraft } from "@pictor/kernel";
import type { EarlyEvents } from "../run/early-events.js";
import type { Subscribe } from "../run/follow-submitted.js";
import type { JobRun } from "./job-run.js";
import type { QueuedBatches } from "./queued-batches.js";

/** A batch whose prompt the backend has already. */
export interface SubmittedBatch {
  readonly promptId: string;
  readonly subscribe: Subscribe;
}

export interface BatchSteps {
  readonly run: JobRun;
  /** Uploads the inputs of a batch, and resolves to its graph with their names on the server. */
  uploaded(draft: WorkflowDraft): Promise<Graph>;
  /** Submits a batch, unless it was submitted before, and follows it to its end. */
  runOne(
    batch: { readonly index: number; readonly draft: WorkflowDraft; readonly submitted?: SubmittedBatch },
    graph: Graph,
  ): Promise<void>;
}

/** Announces a batch; returns false if the job ends before it. */
function begin(index: number, draft: WorkflowDraft, run: JobRun): boolean {
  if (run.state().cancelling) run.dispatch({ type: "stopped" });
  if (run.state().phase === "ended") return false;
  run.dispatch({ type: "batch", index, graph: draft.graph });
  return true;
}

/** Submits each batch after the end of the one before. */
export async function runInTurn(
  drafts: readonly WorkflowDraft[],
  { run, uploaded, runOne }: BatchSteps,
): Promise<void> {
  for (const [index, draft] of drafts.entries()) {
    if (!begin(index, draft, run)) return;
    await runOne({ index, draft }, await uploaded(draft));
  }
}

/**
 * Submits all batches, then follows them in their order. If the job ends early, the prompts of the other batches are revoked,
 * unless the job has left them to the backend.
 */
export async function runTogether(
  drafts: readonly WorkflowDraft[],
  early: EarlyEvents,
  queue: QueuedBatches,
  { run, uploaded, runOne }: BatchSteps,
): Promise<void> {
  const [first] = drafts;
  if (first === undefined || !begin(0, first, run)) return;
  // All files are uploaded first, so that a failed upload leaves nothing in the queue.
  const graphs: Graph[] = [];
  for (const draft of drafts) graphs.push(await uploaded(draft));
  const batches = drafts.map((draft, index) => ({ index, draft, graph: graphs[index] ?? draft.graph }));
  const promptIds: string[] = [];
  let failure: unknown;
  try {
    for (const { index, draft, graph } of batches) promptIds.push(await queue.submit(index, draft, graph));
    for (const { index, draft, graph } of batches) {
      if (index > 0 && !begin(index, draft, run)) return;
      const promptId = promptIds[index] ?? "";
      const subscribe: Subscribe = (listener) => Promise.resolve(early.follow(promptId, listener));
      queue.noteFollowed(index);
      await runOne({ index, draft, submitted: { promptId, subscribe } }, graph);
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    if (!run.isLeft()) await queue.revoke(failure);
  }
}
