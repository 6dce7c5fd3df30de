// The submission of one batch: its graph, and the record that the server keeps with it.

import { randomUUID } from "node:crypto";
import {
  fault,
  problemFor,
  withoutUndefined,
  type GenerateRequest,
  type GraphProblem,
  type Submission,
  type Problem,
  type Graph,
  type WorkflowDraft,
} from "@pictor/kernel";
import type { NoteSent } from "@pictor/prompt-life";
import { neutralRequest, takesRequest } from "../build/neutral-request.js";
import type { Prepared } from "./prepare-generation.js";
import { refusedGraphError } from "../validate/graph-errors.js";
import { writeRecord } from "../run/prompt-record.js";

/** The draft of a batch, and its number among all of the generation. */
export interface BatchDraft {
  readonly index: number;
  readonly draft: WorkflowDraft;
}

/** Creates the submission of a graph as a new prompt. Each call proposes a new prompt id. */
export function createSubmission(
  { built, kind, request, run }: Prepared,
  { index, draft }: BatchDraft,
  graph: Graph,
): Submission {
  const promptId = randomUUID();
  const { owner, priority, runningLimit } = request;
  const record = withoutUndefined({
    jobId: run.state().jobId,
    batch: index,
    plugins: run.deps.pluginVersions(),
    traceparent: run.trace?.submit(index),
    promptId,
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    seed: built.seed,
    graphSeed: typeof draft.seed === "bigint" ? draft.seed : undefined,
    batches: built.drafts.length,
    outputs: draft.outputs,
    prompts: draft.recordedPrompts ?? draft.prompts,
  });
  return withoutUndefined({
    promptId,
    graph,
    request: takesRequest(kind) ? neutralRequest(built, draft, index, kind) : undefined,
    record: writeRecord(record),
    owner,
    priority,
    runningLimit,
    requires: draft.requires.length > 0 ? draft.requires : undefined,
  });
}

/** Notes whether the prompt of a batch was sent; undefined if the caller of the generation keeps no notes. */
export const noteOf = (
  { noteSent }: Pick<GenerateRequest, "noteSent">,
  promptId: string,
  batch: number,
): NoteSent | undefined => noteSent && ((isSent) => noteSent({ promptId, batch, isSent }));

/** Reports the branches that the server left out of the graph, with the user's setting if one is the cause. */
export function reportDropped(
  dropped: readonly GraphProblem[],
  draft: WorkflowDraft,
  report: (problem: Problem) => void,
): void {
  for (const problem of dropped) {
    const { node, classType } = problem;
    const { where, problem: found, setting } = refusedGraphError(problem, draft).details;
    const reason = setting === undefined ? String(found) : `${String(where)}: ${String(found)}`;
    report(problemFor(fault("GRAPH_PARTLY_DROPPED", { node, class: classType, reason })));
  }
}
