// A graph while values are put into it.

import type { Catalog, Graph, InputFile, InputSpec, InputValue, NodeId } from "@pictor/kernel/plugin";
import type { ShownField } from "../convert/types.js";

export interface Place {
  readonly node: NodeId;
  readonly input: string;
}
export interface Bound {
  readonly graph: Graph;
  /** `node.input` to the setting that filled it. */
  readonly origins: Readonly<Record<string, string>>;
  readonly inputs: readonly InputFile[];
}
/** What names are looked up in. */
export interface Names {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly shown: readonly ShownField[];
}

/** The class's own description of an input; undefined for one that only the graph has. */
export const specAt = (
  { graph, catalog }: Pick<Names, "graph" | "catalog">,
  { node, input }: Place,
): InputSpec | undefined =>
  catalog.get(graph[node]?.class_type ?? "")?.inputs.find(({ name }) => name === input);

/** Whether the value is a connection. */
export const isLink = (value: InputValue | undefined): value is readonly [string, number] =>
  Array.isArray(value) && value.length === 2;

/** The graph with a value in its places. */
export function withValue(bound: Bound, places: readonly Place[], value: InputValue, setting: string): Bound {
  let { graph, origins } = bound;
  for (const { node, input } of places) {
    const present = graph[node];
    if (present === undefined) continue;
    graph = { ...graph, [node]: { ...present, inputs: { ...present.inputs, [input]: value } } };
    origins = { ...origins, [`${node}.${input}`]: setting };
  }
  return { ...bound, graph, origins };
}
