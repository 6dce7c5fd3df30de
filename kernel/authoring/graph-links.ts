// The node classes of a graph in API format, and the links between its nodes.

import type { Graph, GraphNode, InputValue, Link, NodeId } from "../contract/graph.js";

/** The node classes of graphs, each once. */
export const nodeClassesIn = (...graphs: readonly Graph[]): readonly string[] => [
  ...new Set(graphs.flatMap((graph) => Object.values(graph).map(({ class_type: name }) => name))),
];

/** Whether the value of an input is a link. As on the server, every array of length two counts as one. */
export const isLink = (value: InputValue | undefined): value is Link =>
  Array.isArray(value) && value.length === 2;

/** The linked inputs of a node. */
export const linksOf = (node: GraphNode | undefined): readonly (readonly [input: string, link: Link])[] =>
  Object.entries(node?.inputs ?? {}).filter((entry): entry is [string, Link] => isLink(entry[1]));

/** Ids of the nodes whose outputs are used by other nodes. */
export const linkedNodeIds = (graph: Graph): ReadonlySet<NodeId> =>
  new Set(Object.values(graph).flatMap((node) => linksOf(node).map(([, [source]]) => source)));

/** `outputs` and every node that they depend on, in the graph's order. Ids without a node are left out. */
export function upstreamNodes(outputs: readonly NodeId[], graph: Graph): readonly NodeId[] {
  // A graph of somebody else may have links whose source is no text. A map finds no node for these, and converts none to a text.
  const nodes = new Map(Object.entries(graph));
  const needed = new Set<NodeId>();
  const pending = [...outputs];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const node = nodes.get(id);
    if (node === undefined || needed.has(id)) continue;
    needed.add(id);
    for (const [, [source]] of linksOf(node)) pending.push(source);
  }
  return Object.keys(graph).filter((id) => needed.has(id));
}

/** The part of a graph that `outputs` need. */
export function upstreamGraph(outputs: readonly NodeId[], graph: Graph): Graph {
  const needed = new Set(upstreamNodes(outputs, graph));
  return Object.fromEntries(Object.entries(graph).filter(([id]) => needed.has(id)));
}
