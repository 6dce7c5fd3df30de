// The widgets of subgraph nodes that set the inputs of one node inside.

import type { NodeClass } from "@pictor/kernel/plugin";
import type { SubgraphWidget } from "./conversion.js";
import type { ScopedNode } from "./expand-subgraphs.js";
import type { InputSource } from "./trace-links.js";

/** Widgets whose values reach the node through links of the subgraph, and promoted widgets of the node. */
export function subgraphWidgetsOf(
  { id, node, scope: { parent, prefix } }: ScopedNode,
  nodeClass: NodeClass | undefined,
  sources: ReadonlyMap<string, InputSource>,
): readonly SubgraphWidget[] {
  const linked = [...sources].flatMap(([input, source]): SubgraphWidget[] => {
    const widget = "widget" in source ? source.widget : undefined;
    return widget === undefined ? [] : [{ ...widget, target: { node: id, input } }];
  });
  if (parent === undefined) return linked;
  const subgraphNode = { node: prefix.slice(0, -1), title: parent.node.title ?? parent.subgraph.name };
  const inputNames = new Set(nodeClass?.inputs.map(({ name }) => name));
  const promoted = parent.promoted.sources
    .filter(([innerId, name]) => innerId === node.id && inputNames.has(name))
    .map(([, name]) => ({ ...subgraphNode, input: name, target: { node: id, input: name } }));
  return [...linked, ...promoted];
}
