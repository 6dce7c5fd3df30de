// The submission of one batch: its graph, and the record that the server keeps with it.

import { randomUUID } from "node:crypto";
import {
  type GenerateRequest,
  type GraphProblem,
  type Submission,
  fault,
  problemFor,
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
  const traceparent = run.trace?.submit(index);
  const { owner, priority, runningLimit } = request;
  const record = writeRecord({
    jobId: run.state().jobId,
    batch: index,
    plugins: run.deps.pluginVersions(),
    ...(traceparent !== undefined && { traceparent }),
    promptId,
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    ...(built.seed !== undefined && { seed: built.seed }),
    ...(typeof draft.seed === "bigint" && { graphSeed: draft.seed }),
    batches: built.drafts.length,
    outputs: draft.outputs,
    prompts: draft.recordedPrompts ?? draft.prompts,
  });
  return {
    promptId,
    graph,
    ...(takesRequest(kind) && { request: neutralRequest(built, draft, index, kind) }),
    record,
    ...(owner !== undefined && { owner }),
    ...(priority !== undefined && { priority }),
    ...(runningLimit !== undefined && { runningLimit }),
    ...(draft.requires.length > 0 && { requires: draft.requires }),
  };
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
