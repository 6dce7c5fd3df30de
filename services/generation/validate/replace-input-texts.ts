// Replaces texts in the inputs of a graph. Pure.

import type { Catalog, Graph, GraphNode, InputSpec } from "@pictor/kernel";

/** Returns the new text of an input; undefined to keep the text. */
export type ReplaceText = (text: string, spec: InputSpec) => string | undefined;

function replaceInNode(node: GraphNode, catalog: Catalog, replace: ReplaceText): GraphNode {
  const changed = (catalog.get(node.class_type)?.inputs ?? []).flatMap((spec) => {
    const value = node.inputs[spec.name];
    const text = typeof value === "string" ? replace(value, spec) : undefined;
    return text === undefined || text === value ? [] : [[spec.name, text] as const];
  });
  return changed.length === 0
    ? node
    : { ...node, inputs: { ...node.inputs, ...Object.fromEntries(changed) } };
}

/** Replaces the texts in inputs that the catalog knows. Returns the same graph if nothing changes. */
export function replaceInputTexts(graph: Graph, catalog: Catalog, replace: ReplaceText): Graph {
  const entries = Object.entries(graph).map(
    ([id, node]) => [id, replaceInNode(node, catalog, replace)] as const,
  );
  return entries.every(([id, node]) => node === graph[id]) ? graph : Object.fromEntries(entries);
}
