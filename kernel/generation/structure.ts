// Is it a graph at all: links resolve, no circle, an output exists. Needs no catalogue.

import { fault } from "../errors/catalogue.js";
import type { PictorError } from "../errors/define.js";
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

const invalidInput = (node: NodeId, input: string, problem: string, advice: string) =>
  fault("GRAPH_INVALID", { where: `${node}.${input}`, problem, advice }, { more: { node, input } });

const linkProblems = (graph: Graph): readonly PictorError[] =>
  Object.entries(graph).flatMap(([id, node]) =>
    linksOf(node).flatMap(([input, [source, output]]) => {
      if (!Object.hasOwn(graph, source)) {
        const advice = `Connect it to a node of the graph.${didYouMean(source, Object.keys(graph))}`;
        return [invalidInput(id, input, `it is connected to "${source}", which does not exist`, advice)];
      }
      if (Number.isInteger(output) && output >= 0) return [];
      return [invalidInput(id, input, `its output index is ${String(output)}`, "Outputs count from 0.")];
    }),
  );

function circleProblem(graph: Graph): readonly PictorError[] {
  const { cycle } = sortByDependencies(Object.keys(graph), (id) =>
    linksOf(graph[id]).map(([, [source]]) => source),
  );
  if (cycle === undefined) return [];
  return [invalid(cycle[0] ?? "", `nodes wait for each other: ${cycle.join(" -> ")}`, "Remove one link.")];
}

/** Links that lead nowhere, and a circle where all of them lead somewhere. */
export function structureProblems(graph: Graph): readonly PictorError[] {
  const links = linkProblems(graph);
  return links.length > 0 ? links : circleProblem(graph);
}

/** Throws `GRAPH_INVALID` or `WORKFLOW_EMPTY`. */
export function checkStructure(draft: WorkflowDraft, workflow: string): void {
  const missing: NodeId | undefined = draft.outputs.find((id) => !Object.hasOwn(draft.graph, id));
  if (draft.outputs.length === 0) throw fault("WORKFLOW_EMPTY", { workflow });
  if (missing !== undefined) {
    throw invalid(missing, "it is named as an output and does not exist", "Name a node of the graph.");
  }
  const [first] = structureProblems(draft.graph);
  if (first !== undefined) throw first;
}
