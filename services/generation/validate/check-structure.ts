// Checks the structure of a graph without a catalog: links resolve, there is no cycle, an output exists. Only nodes upstream
// of an output are checked, because the server neither runs nor checks the others.

import {
  fault,
  linksOf,
  upstreamNodes,
  type PictorError,
  describeValue,
  didYouMean,
  sortByDependencies,
  type Contribution,
  type Graph,
  type InputValue,
  type Link,
  type NodeId,
  type WorkflowDraft,
} from "@pictor/kernel";
import { maxProblems, Suggestions } from "./suggestions.js";

/** The server takes the index as Python does: `false` and `true` are 0 and 1, and what is below 0 counts from the last output. */
export const isIndex = (output: InputValue): boolean =>
  typeof output === "boolean" || Number.isInteger(output);

/** What a link's index names of the outputs of its source; undefined if there is no such output. */
export const outputOf = (outputs: readonly string[], index: InputValue): string | undefined =>
  isIndex(index) ? outputs.at(Number(index)) : undefined;

const invalid = (where: string, problem: string, advice: string, more: object = {}) =>
  fault("GRAPH_INVALID", { where, problem, advice }, { more: { ...more } });

const invalidInput = (node: NodeId, input: string, problem: string, advice: string) =>
  fault("GRAPH_INVALID", { where: `${node}.${input}`, problem, advice }, { more: { node, input } });

function linkProblem(
  graph: Graph,
  id: NodeId,
  [input, [source, output]]: readonly [input: string, link: Link],
  suggestions: Suggestions,
): PictorError | undefined {
  const given: unknown = source;
  if (typeof given !== "string") {
    const problem = `the id of its source is ${describeValue(given)}, and the server takes only a text`;
    const isNumber = typeof given === "number" || typeof given === "bigint";
    const advice = isNumber ? `Write "${given}", in quotes.` : "Write the id of a node, in quotes.";
    return invalidInput(id, input, problem, advice);
  }
  if (!Object.hasOwn(graph, source)) {
    const advice = `Connect it to a node of the graph.${suggestions.near(source, () => Object.keys(graph))}`;
    return invalidInput(id, input, `it is connected to "${source}", which does not exist`, advice);
  }
  if (isIndex(output)) return undefined;
  return invalidInput(
    id,
    input,
    `its output index is ${describeValue(output)}`,
    "Outputs are counted from 0.",
  );
}

function linkProblems(
  graph: Graph,
  nodes: readonly NodeId[],
  suggestions: Suggestions,
): readonly PictorError[] {
  const problems: PictorError[] = [];
  for (const id of nodes) {
    for (const entry of linksOf(graph[id])) {
      const problem = linkProblem(graph, id, entry, suggestions);
      if (problem !== undefined) problems.push(problem);
      if (problems.length >= maxProblems) return problems;
    }
  }
  return problems;
}

function cycleProblem(graph: Graph, nodes: readonly NodeId[]): readonly PictorError[] {
  const { cycle } = sortByDependencies(nodes, (id) => linksOf(graph[id]).map(([, [source]]) => source));
  if (cycle === undefined) return [];
  return [invalid(cycle[0] ?? "", `nodes wait for each other: ${cycle.join(" -> ")}`, "Remove one link.")];
}

/** The first links of `nodes` that do not resolve; if all of them do, a cycle. */
export function structureProblems(
  graph: Graph,
  nodes: readonly NodeId[],
  suggestions = new Suggestions(),
): readonly PictorError[] {
  const links = linkProblems(graph, nodes, suggestions);
  return links.length > 0 ? links : cycleProblem(graph, nodes);
}

/** The workflow of a graph, and the plugin that contributes it. */
type Template = Pick<Contribution<"workflows">, "id" | "plugin">;

/** Checks the graph of a draft. Throws `GRAPH_INVALID` or `WORKFLOW_EMPTY`. */
export function checkStructure(draft: WorkflowDraft, { id, plugin }: Template): void {
  const missing: NodeId | undefined = draft.outputs.find((id) => !Object.hasOwn(draft.graph, id));
  if (draft.outputs.length === 0) throw fault("WORKFLOW_EMPTY", { workflow: id, plugin });
  if (missing !== undefined) {
    const advice = `Name a node of the graph in outputs.${didYouMean(missing, Object.keys(draft.graph))}`;
    const problem = `${plugin} names it as an output of the workflow "${id}", and it does not exist`;
    throw invalid(missing, problem, advice, { plugin });
  }
  const [first] = structureProblems(draft.graph, upstreamNodes(draft.outputs, draft.graph));
  if (first === undefined) return;
  const { details } = first as { readonly details: Readonly<Record<"where" | "problem" | "advice", string>> };
  const where = `${details.where}, which ${plugin} has built`;
  throw fault("GRAPH_INVALID", { ...details, where }, { more: { plugin } });
}
