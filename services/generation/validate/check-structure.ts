// Checks the structure of a graph without a catalog: links resolve, there is no cycle, an output exists. Only nodes upstream
// of an output are checked, because the server neither runs nor checks the others.

import {
  fault,
  type PictorError,
  describeValue,
  didYouMean,
  sortByDependencies,
  type Graph,
  type GraphNode,
  type InputValue,
  type Link,
  type NodeId,
  type WorkflowDraft,
} from "@pictor/kernel";

/** As on the server, every array of length two counts as a link. */
export const isLink = (value: InputValue | undefined): value is Link =>
  Array.isArray(value) && value.length === 2;

export const linksOf = (node: GraphNode | undefined): readonly (readonly [input: string, link: Link])[] =>
  Object.entries(node?.inputs ?? {}).filter((entry): entry is [string, Link] => isLink(entry[1]));

const invalid = (where: string, problem: string, advice: string) =>
  fault("GRAPH_INVALID", { where, problem, advice });

const invalidInput = (node: NodeId, input: string, problem: string, advice: string) =>
  fault("GRAPH_INVALID", { where: `${node}.${input}`, problem, advice }, { more: { node, input } });

/** `outputs` and every node that they depend on, in the graph's order. */
export function upstreamNodes(outputs: readonly NodeId[], graph: Graph): readonly NodeId[] {
  const needed = new Set<NodeId>();
  const pending = [...outputs];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    for (const [, [source]] of linksOf(graph[id])) pending.push(source);
  }
  return Object.keys(graph).filter((id) => needed.has(id));
}

const linkProblems = (graph: Graph, nodes: readonly NodeId[]): readonly PictorError[] =>
  nodes.flatMap((id) =>
    linksOf(graph[id]).flatMap(([input, [source, output]]) => {
      if (typeof source !== "string") {
        const problem = `the id of its source is ${describeValue(source)}, and the server takes only a text`;
        return [invalidInput(id, input, problem, `Write "${String(source)}", in quotes.`)];
      }
      if (!Object.hasOwn(graph, source)) {
        const advice = `Connect it to a node of the graph.${didYouMean(source, Object.keys(graph))}`;
        return [invalidInput(id, input, `it is connected to "${source}", which does not exist`, advice)];
      }
      if (Number.isInteger(output) && output >= 0) return [];
      return [invalidInput(id, input, `its output index is ${String(output)}`, "Outputs count from 0.")];
    }),
  );

function cycleProblem(graph: Graph, nodes: readonly NodeId[]): readonly PictorError[] {
  const { cycle } = sortByDependencies(nodes, (id) => linksOf(graph[id]).map(([, [source]]) => source));
  if (cycle === undefined) return [];
  return [invalid(cycle[0] ?? "", `nodes wait for each other: ${cycle.join(" -> ")}`, "Remove one link.")];
}

/** The links of `nodes` that do not resolve; if all of them do, a cycle. */
export function structureProblems(graph: Graph, nodes: readonly NodeId[]): readonly PictorError[] {
  const links = linkProblems(graph, nodes);
  return links.length > 0 ? links : cycleProblem(graph, nodes);
}

/** Checks the graph of a draft. Throws `GRAPH_INVALID` or `WORKFLOW_EMPTY`. */
export function checkStructure(draft: WorkflowDraft, workflow: string): void {
  const missing: NodeId | undefined = draft.outputs.find((id) => !Object.hasOwn(draft.graph, id));
  if (draft.outputs.length === 0) throw fault("WORKFLOW_EMPTY", { workflow });
  if (missing !== undefined) {
    throw invalid(missing, "it is named as an output and does not exist", "Name a node of the graph.");
  }
  const [first] = structureProblems(draft.graph, upstreamNodes(draft.outputs, draft.graph));
  if (first !== undefined) throw first;
}
