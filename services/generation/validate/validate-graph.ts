// Checks a graph against a backend's catalog before it is submitted. Returns all problems. Pure.

import {
  nodeClassesIn,
  upstreamNodes,
  type Catalog,
  type PictorError,
  type Graph,
  type NodeId,
  type WorkflowDraft,
} from "@pictor/kernel";
import type { Coverage } from "./check-input.js";
import { checkNode, type NodeContext } from "./check-node.js";
import { structureProblems } from "./check-structure.js";
import { graphError } from "./graph-errors.js";
import { maxProblems, Suggestions } from "./suggestions.js";

/** Node classes of the graph that are not in the catalog. */
export const unknownClasses = (graph: Graph, catalog: Catalog): readonly string[] =>
  nodeClassesIn(graph).filter((name) => !catalog.has(name));

/** The output nodes, from which the server starts; all nodes if there is no output node. */
function executionRoots({ graph, outputs }: WorkflowDraft, catalog: Catalog): readonly NodeId[] {
  const all = Object.keys(graph);
  const named = new Set(outputs);
  // An unknown class may be an output node.
  const roots = all.filter(
    (id) => named.has(id) || catalog.get(graph[id]?.class_type ?? "")?.isOutput !== false,
  );
  return roots.length > 0 ? roots : all;
}

/** The nodes that the server checks and runs: those that an output node needs. */
export const neededNodes = (draft: WorkflowDraft, catalog: Catalog): readonly NodeId[] =>
  upstreamNodes(executionRoots(draft, catalog), draft.graph);

function* nodeProblems(
  draft: WorkflowDraft,
  isNeeded: ReadonlySet<NodeId>,
  context: NodeContext,
): Generator<PictorError> {
  const { catalog, suggestions } = context;
  const similar = new Map<string, string>();
  for (const [id, node] of Object.entries(draft.graph)) {
    const classType = node.class_type;
    const known = catalog.get(classType);
    if (known === undefined) {
      const near = similar.get(classType) ?? suggestions.near(classType, () => catalog.keys());
      similar.set(classType, near);
      const problem = `the backend has no node class "${classType}"`;
      const advice = `Install the extension that provides it, or update the server if the class is one of its own.${near}`;
      yield graphError({ node: id, classType: "" }, problem, advice, draft);
    } else if (isNeeded.has(id)) {
      for (const [input, [problem, advice]] of checkNode(node, known, context))
        yield graphError({ node: id, classType, input }, problem, advice, draft);
    }
  }
}

/**
 * The problems of a draft's graph, at most a hundred: of its structure first, then of its values. As the server does, it
 * checks the class of every node, and the inputs of those that an output node needs. A catalog of the graph's own classes
 * finds at least the problems that the complete catalog finds.
 */
export function validateGraph(
  draft: WorkflowDraft,
  catalog: Catalog,
  coverage: Coverage = "all classes",
): readonly PictorError[] {
  const { graph, inputs } = draft;
  const needed = neededNodes(draft, catalog);
  const suggestions = new Suggestions();
  const problems = [...structureProblems(graph, needed, suggestions)];
  const uploads = new Set(inputs.map(({ name }) => name));
  const context = { graph, catalog, coverage, suggestions, uploads };
  for (const problem of nodeProblems(draft, new Set(needed), context)) {
    if (problems.length >= maxProblems) break;
    problems.push(problem);
  }
  return problems;
}
