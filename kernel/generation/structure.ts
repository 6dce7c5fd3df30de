// Is it a graph at all: links resolve, no circle, an output exists. Needs no catalogue.

import { fault } from "../errors/catalogue.js";
import { didYouMean } from "../errors/nearest.js";
import { sortByDependencies } from "../hooks/topology.js";
import type { Graph, GraphNode, InputValue, Link, NodeId, WorkflowDraft } from "./types.js";

/** An array of length two is always taken as a link, as the server does. */
export const isLink = (value: InputValue | undefined): value is Link =>
  Array.isArray(value) && value.length === 2;

export const linksOf = (node: GraphNode | undefined): readonly (readonly [input: string, link: Link])[] =>
  Object.entries(node?.inputs ?? {}).filter((entry): entry is [string, Link] => isLink(entry[1]));

const invalid = (where: string, problem: string, advice: string) =>
  fault("GRAPH_INVALID", { where, problem, advice });

function checkLinks(graph: Graph): void {
  for (const [id, node] of Object.entries(graph)) {
    for (const [input, [source, output]] of linksOf(node)) {
      if (!Object.hasOwn(graph, source)) {
        const advice = `Connect it to a node of the graph.${didYouMean(source, Object.keys(graph))}`;
        throw invalid(`${id}.${input}`, `it is connected to "${source}", which does not exist`, advice);
      }
      if (!Number.isInteger(output) || output < 0) {
        throw invalid(`${id}.${input}`, `its output index is ${String(output)}`, "Outputs count from 0.");
      }
    }
  }
}

function checkCircle(graph: Graph): void {
  const result = sortByDependencies(Object.keys(graph), (id) =>
    linksOf(graph[id]).map(([, [source]]) => source),
  );
  if (result.cycle === undefined) return;
  throw invalid(
    result.cycle[0] ?? "",
    `nodes wait for each other: ${result.cycle.join(" -> ")}`,
    "Remove one link.",
  );
}

/** Throws `GRAPH_INVALID` or `WORKFLOW_EMPTY`. */
export function checkStructure(draft: WorkflowDraft, workflow: string): void {
  const missing: NodeId | undefined = draft.outputs.find((id) => !Object.hasOwn(draft.graph, id));
  if (draft.outputs.length === 0) throw fault("WORKFLOW_EMPTY", { workflow });
  if (missing !== undefined) {
    throw invalid(missing, "it is named as an output and does not exist", "Name a node of the graph.");
  }
  checkLinks(draft.graph);
  checkCircle(draft.graph);
}
