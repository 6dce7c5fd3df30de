// One batch as it is submitted: its graph with the uploaded names, its seed, and the record that goes with it.

import { randomUUID } from "node:crypto";
import {
  type GraphProblem,
  type Submission,
  fault,
  problemOf,
  type Problem,
  type Graph,
  type WorkflowDraft,
} from "@pictor/kernel";
import type { Build } from "../build/build-drafts.js";
import { complaintOf } from "../validate/graph-errors.js";
import { writeRecord } from "../run/prompt-record.js";

export const seedOf = (seed: bigint, batch: number): bigint => (seed + BigInt(batch)) % 2n ** 64n;

/** A prompt of its own: each call proposes another id. */
export function submissionOf(
  built: Build,
  draft: WorkflowDraft,
  graph: Graph,
  of: { readonly jobId: string; readonly batch: number; readonly plugins: Readonly<Record<string, string>> },
): Submission {
  const promptId = randomUUID();
  const record = writeRecord({
    ...of,
    promptId,
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    seed: built.seed,
    batches: built.drafts.length,
    outputs: draft.outputs,
    prompts: draft.written ?? draft.prompts,
  });
  return { promptId, graph, record };
}

/** Tells which branches the server left out, in the user's terms. */
export function reportDropped(
  dropped: readonly GraphProblem[],
  draft: WorkflowDraft,
  report: (problem: Problem) => void,
): void {
  for (const problem of dropped) {
    const { node, classType } = problem;
    const { where, problem: said, setting } = complaintOf(problem, draft).details;
    const reason = setting === undefined ? String(said) : `${String(where)}: ${String(said)}`;
    report(problemOf(fault("GRAPH_PARTLY_DROPPED", { node, class: classType, reason })));
  }
}
