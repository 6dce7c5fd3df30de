// Links between the nodes of a graph in API format.

import type { Graph, InputValue, Link } from "@pictor/kernel/plugin";

/** Whether the value of an input is a link: the id of a node and the index of its output. */
export const isLink = (value: InputValue | undefined): value is Link =>
  Array.isArray(value) && value.length === 2;

/** Ids of the nodes whose outputs are used by other nodes. */
export const linkedNodeIds = (graph: Graph): ReadonlySet<string> =>
  new Set(
    Object.values(graph).flatMap(({ inputs }) =>
      Object.values(inputs).flatMap((value) => (isLink(value) ? [value[0]] : [])),
    ),
  );
