// Leaves out what no output needs: the server would not run it, but would still insist that it be right. Pure.

import type { Catalog, Graph } from "@pictor/kernel/plugin";

/** A node of an unknown class may make files too. */
const mayBeOutput = (nodeClass: string, catalog: Catalog): boolean =>
  catalog.get(nodeClass)?.isOutput !== false;

/** The whole graph where it has no output. */
export function neededNodes(graph: Graph, catalog: Catalog): Graph {
  const consumed = new Set(
    Object.values(graph).flatMap(({ inputs }) =>
      Object.values(inputs).flatMap((value) => (Array.isArray(value) ? [String(value[0])] : [])),
    ),
  );
  const waiting = Object.entries(graph)
    .filter(
      ([id, { class_type: name }]) => mayBeOutput(name, catalog) && (catalog.has(name) || !consumed.has(id)),
    )
    .map(([id]) => id);
  const needed = new Set<string>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    for (const value of Object.values(graph[id]?.inputs ?? {}))
      if (Array.isArray(value)) waiting.push(String(value[0]));
  }
  return needed.size === 0
    ? graph
    : Object.fromEntries(Object.entries(graph).filter(([id]) => needed.has(id)));
}
