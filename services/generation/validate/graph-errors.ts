// Errors of a graph in the user's terms: they name the setting if the draft's origins contain it, else the node and the
// input.

import {
  fault,
  PictorError,
  changedError,
  withoutUndefined,
  type GraphProblem,
  type NodeId,
  type Origin,
  type WorkflowDraft,
} from "@pictor/kernel";

export interface GraphLocation {
  readonly node: NodeId;
  readonly classType: string;
  readonly input?: string;
}

/** What errors need of a draft. */
type Sources = Pick<WorkflowDraft, "origins"> & Partial<Pick<WorkflowDraft, "graph" | "chosenParams">>;

const originOf = (
  node: string,
  input: string | undefined,
  origins: WorkflowDraft["origins"],
): Partial<Origin> => (input === undefined ? {} : (origins[`${node}.${input}`] ?? {}));

/** The setting from which an input comes, else node, input and class. */
export function graphLocation(
  { node, classType, input }: GraphLocation,
  { origins }: Pick<WorkflowDraft, "origins">,
): string {
  const path = input === undefined ? node : `${node}.${input}`;
  const { setting, part } = originOf(node, input, origins);
  if (setting === undefined) return classType === "" ? path : `${path} (${classType})`;
  return part === undefined ? `the setting "${setting}"` : `${part} in the setting "${setting}"`;
}

/** Whether the value comes from a setting that the user has not given. */
function isChosen(
  { node, input }: Pick<GraphLocation, "node" | "input">,
  setting: string | undefined,
  { graph, chosenParams = {} }: Sources,
): boolean {
  if (setting === undefined || input === undefined || !Object.hasOwn(chosenParams, setting)) return false;
  return graph?.[node]?.inputs[input] === chosenParams[setting];
}

/** Creates `GRAPH_INVALID`, whose details name node, input and setting. */
export function graphError(
  { node, classType, input }: GraphLocation,
  about: string,
  advice: string,
  draft: Sources,
): PictorError {
  const { origins } = draft;
  const { setting } = originOf(node, input, origins);
  const problem = isChosen({ node, ...withoutUndefined({ input }) }, setting, draft)
    ? `${about}; Pictor looked for it, because this setting is not given`
    : about;
  const where = graphLocation({ node, ...withoutUndefined({ classType, input }) }, { origins });
  const more = { node, ...withoutUndefined({ input, setting }) };
  return fault("GRAPH_INVALID", { where, problem, advice }, { more });
}

/** Returns the first error, with all errors in its `details.problems`. */
export function combineErrors(problems: readonly [PictorError, ...PictorError[]]): PictorError {
  const all = problems.map((problem) => {
    const { code, what: message, hint, details } = problem;
    // The detail `problem` is the end of the message, without the place, for a form that shows it at the place.
    const { node, input, setting, problem: reason } = details;
    return withoutUndefined({ code, message, hint, problem: reason, node, input, setting });
  });
  return changedError(problems[0], { details: { problems: all } });
}

/** Converts a problem that the server found in the graph to an error like those of the validation. */
export const refusedGraphError = (
  { node, classType, input, message }: GraphProblem,
  draft: Sources,
): PictorError =>
  graphError(
    withoutUndefined({ node, classType, input }),
    message.replace(/\.$/, ""),
    "The backend refused it.",
    draft,
  );

/** Rewrites `BACKEND_REFUSED_GRAPH` in the user's terms. Returns any other error unchanged. */
export function explainRefusal(error: unknown, draft: Sources): unknown {
  if (!(error instanceof PictorError) || error.code !== "BACKEND_REFUSED_GRAPH") return error;
  const given: unknown = error.details["problems"];
  const [first, ...rest] = (Array.isArray(given) ? (given as readonly GraphProblem[]) : []).map((problem) =>
    refusedGraphError(problem, draft),
  );
  if (first === undefined) return error;
  const { details } = combineErrors([first, ...rest]);
  const reason = [first, ...rest]
    .map(({ details: { where, problem } }) => `${String(where)}: ${String(problem)}`)
    .join("; ");
  return fault("BACKEND_REFUSED_GRAPH", { reason }, { cause: error, more: { ...details, reason } });
}
