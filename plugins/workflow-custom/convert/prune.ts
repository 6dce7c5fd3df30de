// Leaves out what no output needs: the server would not run it, but would still insist that it be right. Pure.

import type { Catalog, Graph, GraphNode, InputValue, Link } from "@pictor/kernel/plugin";

const isConnection = (value: InputValue): value is Link => Array.isArray(value);

/** A node of an unknown class may make files too, of what comes in at it. */
const isEnd = ({ class_type: name, inputs }: GraphNode, isConsumed: boolean, catalog: Catalog): boolean =>
  catalog.get(name)?.isOutput ?? (!isConsumed && Object.values(inputs).some(isConnection));

/** The whole graph where it has no output. */
export function neededNodes(graph: Graph, catalog: Catalog): Graph {
  const consumed = new Set(
    Object.values(graph).flatMap(({ inputs }) =>
      Object.values(inputs).flatMap((value) => (isConnection(value) ? [value[0]] : [])),
    ),
  );
  const waiting = Object.entries(graph)
    .filter(([id, node]) => isEnd(node, consumed.has(id), catalog))
    .map(([id]) => id);
  const needed = new Set<string>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    for (const value of Object.values(graph[id]?.inputs ?? {}))
      if (isConnection(value)) waiting.push(value[0]);
  }
  return needed.size === 0
    ? graph
    : Object.fromEntries(Object.entries(graph).filter(([id]) => needed.has(id)));
}
