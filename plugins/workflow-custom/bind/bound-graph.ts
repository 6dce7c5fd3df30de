// The state of a graph while values are bound to its inputs.

import type { Graph, InputFile, InputValue, Origin } from "@pictor/kernel/plugin";
import type { GraphWithCatalog, NodeInput } from "@pictor/workflow-parts/graph-inputs";
import type { SubgraphWidget } from "../convert/conversion.js";

export interface BoundGraph {
  readonly graph: Graph;
  /** Names of the settings that filled an input, by `node.input`. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** Input files to upload. */
  readonly inputs: readonly InputFile[];
}
/** Everything that a path such as `NODE.INPUT` can name. */
export interface GraphLookup extends GraphWithCatalog {
  readonly subgraphWidgets: readonly SubgraphWidget[];
}

/** A value for an input, and the setting that it comes from. */
export interface Assignment {
  readonly target: NodeInput;
  readonly value: InputValue;
  readonly setting: string;
}

/** Sets inputs and records the settings, the last one winning. Copies the graph once, however many inputs there are. */
export function setInputs(bound: BoundGraph, assignments: readonly Assignment[]): BoundGraph {
  const graph = { ...bound.graph };
  const origins = { ...bound.origins };
  for (const { target, value, setting } of assignments) {
    const { node, input } = target;
    const existing = graph[node];
    if (existing === undefined) continue;
    graph[node] = { ...existing, inputs: { ...existing.inputs, [input]: value } };
    origins[`${node}.${input}`] = { setting };
  }
  return { ...bound, graph, origins };
}
