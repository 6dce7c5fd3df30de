// The state of a graph while values are bound to its inputs.

import type { Catalog, Graph, InputFile, InputSpec, InputValue, NodeId, Origin } from "@pictor/kernel/plugin";
import type { SubgraphWidget } from "../convert/conversion.js";

/** An input of a node. */
export interface NodeInput {
  readonly node: NodeId;
  readonly input: string;
}
export interface BoundGraph {
  readonly graph: Graph;
  /** Names of the settings that filled an input, by `node.input`. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Input files to upload. */
  readonly inputs: readonly InputFile[];
}
export interface GraphWithCatalog {
  readonly graph: Graph;
  readonly catalog: Catalog;
}
/** Everything that a path such as `NODE.INPUT` can name. */
export interface GraphLookup extends GraphWithCatalog {
  readonly subgraphWidgets: readonly SubgraphWidget[];
}

/** The description of an input in its class; undefined if the class is unknown or has no such input. */
export const inputSpecOf = (
  { graph, catalog }: GraphWithCatalog,
  { node, input }: NodeInput,
): InputSpec | undefined =>
  catalog.get(graph[node]?.class_type ?? "")?.inputs.find(({ name }) => name === input);

/** Sets the inputs to a value and records the setting that it came from. */
export function setInputs(
  bound: BoundGraph,
  targets: readonly NodeInput[],
  value: InputValue,
  setting: string,
): BoundGraph {
  let { graph, origins } = bound;
  for (const { node, input } of targets) {
    const existing = graph[node];
    if (existing === undefined) continue;
    graph = { ...graph, [node]: { ...existing, inputs: { ...existing.inputs, [input]: value } } };
    origins = { ...origins, [`${node}.${input}`]: { setting } };
  }
  return { ...bound, graph, origins };
}
