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

/** Creates the submission of a graph as a new prompt. Each call proposes a new prompt id. */
export function createSubmission(
  { built, kind }: Pick<Prepared, "built" | "kind">,
  draft: WorkflowDraft,
  graph: Graph,
  origin: {
    readonly jobId: string;
    readonly batch: number;
    readonly plugins: Readonly<Record<string, string>>;
    readonly traceparent: string | undefined;
  },
  { owner, priority }: Pick<GenerateRequest, "owner" | "priority">,
): Submission {
  const promptId = randomUUID();
  const { traceparent, ...known } = origin;
  const record = writeRecord({
    ...known,
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
  const request = takesRequest(kind) ? { request: neutralRequest(built, draft, origin.batch, kind) } : {};
  return {
    promptId,
    graph,
    ...request,
    record,
    ...(owner !== undefined && { owner }),
    ...(priority !== undefined && { priority }),
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
