// Removes the nodes that no output needs: the server would not run them, but would still validate them.

import {
  isLink,
  linkedNodeIds,
  upstreamGraph,
  type Catalog,
  type Graph,
  type GraphNode,
} from "@pictor/kernel/plugin";

/** A node of an unknown class may be an output, too, if it has linked inputs and no other node uses it. */
const isOutput = ({ class_type: nodeClass, inputs }: GraphNode, isUsed: boolean, catalog: Catalog): boolean =>
  catalog.get(nodeClass)?.isOutput ?? (!isUsed && Object.values(inputs).some(isLink));

/** Removes nodes that no output needs. Returns a graph without outputs unchanged. */
export function pruneGraph(graph: Graph, catalog: Catalog): Graph {
  const used = linkedNodeIds(graph);
  const outputs = Object.entries(graph)
    .filter(([id, node]) => isOutput(node, used.has(id), catalog))
    .map(([id]) => id);
  return outputs.length === 0 ? graph : upstreamGraph(outputs, graph);
}
