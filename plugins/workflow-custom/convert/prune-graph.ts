// Removes the nodes that no output needs: the server would not run them, but would still validate them.

import type { Catalog, Graph, GraphNode } from "@pictor/kernel/plugin";
import { isLink, linkedNodeIds } from "@pictor/workflow-parts/graph-inputs";

/** A node of an unknown class may be an output, too, if it has linked inputs and no other node uses it. */
const isOutput = ({ class_type: nodeClass, inputs }: GraphNode, isUsed: boolean, catalog: Catalog): boolean =>
  catalog.get(nodeClass)?.isOutput ?? (!isUsed && Object.values(inputs).some(isLink));

/** Removes nodes that no output needs. Returns a graph without outputs unchanged. */
export function pruneGraph(graph: Graph, catalog: Catalog): Graph {
  const used = linkedNodeIds(graph);
  const pending = Object.entries(graph)
    .filter(([id, node]) => isOutput(node, used.has(id), catalog))
    .map(([id]) => id);
  const needed = new Set<string>();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    for (const value of Object.values(graph[id]?.inputs ?? {})) if (isLink(value)) pending.push(value[0]);
  }
  return needed.size === 0
    ? graph
    : Object.fromEntries(Object.entries(graph).filter(([id]) => needed.has(id)));
}
