// Where in a draft something is wrong, in the user's terms: a setting where the template knows it, else node and input.

import {
  type GraphProblem,
  fault,
  PictorError,
  withDetails,
  type NodeId,
  type WorkflowDraft,
} from "@pictor/kernel";

export interface Place {
  readonly node: NodeId;
  readonly classType: string;
  readonly input?: string;
}

/** `GRAPH_INVALID`, whose details name node, input and setting. */
export function wrongAt(
  { node, classType, input }: Place,
  problem: string,
  advice: string,
  { origins }: Pick<WorkflowDraft, "origins">,
): PictorError {
  const setting = input === undefined ? undefined : origins[`${node}.${input}`];
  const place = input === undefined ? node : `${node}.${input}`;
  const inWords = classType === "" ? place : `${place} (${classType})`;
  const where = setting === undefined ? inWords : `the setting "${setting}"`;
  const more = {
    node,
    ...(input === undefined ? {} : { input }),
    ...(setting === undefined ? {} : { setting }),
  };
  return fault("GRAPH_INVALID", { where, problem, advice }, { more });
}

/** The first of several errors, with all of them in its `details.problems`. */
export function firstOf(problems: readonly [PictorError, ...PictorError[]]): PictorError {
  const all = problems.map((problem) => {
    const { node, input, setting } = problem.details;
    return {
      code: problem.code,
      message: problem.what,
      hint: problem.hint,
      node,
      ...(input === undefined ? {} : { input }),
      ...(setting === undefined ? {} : { setting }),
    };
  });
  return withDetails(problems[0], { details: { problems: all } });
}

/** What the server complained of, as our own validation would have said it. */
export const graphErrorOf = (
  { node, classType, input, message }: GraphProblem,
  draft: Pick<WorkflowDraft, "origins">,
): PictorError =>
  wrongAt(
    { node, classType, ...(input === undefined ? {} : { input }) },
    message.replace(/\.$/, ""),
    "The backend refused it.",
    draft,
  );

/** `BACKEND_REFUSED_GRAPH` in the user's terms; any other error as it is. */
export function explainRefusal(error: unknown, draft: Pick<WorkflowDraft, "origins">): unknown {
  if (!(error instanceof PictorError) || error.code !== "BACKEND_REFUSED_GRAPH") return error;
  const given: unknown = error.details["problems"];
  const [first, ...rest] = (Array.isArray(given) ? (given as readonly GraphProblem[]) : []).map((problem) =>
    graphErrorOf(problem, draft),
  );
  if (first === undefined) return error;
  const { details } = firstOf([first, ...rest]);
  const reason = [first, ...rest]
    .map(({ details: { where, problem } }) => `${String(where)}: ${String(problem)}`)
    .join("; ");
  return fault("BACKEND_REFUSED_GRAPH", { reason }, { cause: error, more: { ...details, reason } });
}
