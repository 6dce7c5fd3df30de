// An input of a node of a graph, and its description in the catalog.

import type { Catalog, Graph, InputSpec, NodeId } from "@pictor/kernel/plugin";

/** An input of a node. */
export interface NodeInput {
  readonly node: NodeId;
  readonly input: string;
}
export interface GraphWithCatalog {
  readonly graph: Graph;
  readonly catalog: Catalog;
}

/** The description of an input in its class; undefined if the class is unknown or has no such input. */
export const inputSpecOf = (
  { graph, catalog }: GraphWithCatalog,
  { node, input }: NodeInput,
): InputSpec | undefined =>
  catalog.get(graph[node]?.class_type ?? "")?.inputs.find(({ name }) => name === input);
