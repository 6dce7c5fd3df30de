// The fields that sub-graphs' nodes show: each with the node and input inside that its value goes to. Pure.

import type { NodeClass } from "@pictor/kernel/plugin";
import type { Placed } from "./scope.js";
import type { Source } from "./trace.js";
import type { ShownField } from "./types.js";

/** Those of one node inside: what comes in from the sockets around it, and what is listed by its id. */
export function shownOf(
  { id, node, scope: { around, prefix } }: Placed,
  known: NodeClass | undefined,
  sources: ReadonlyMap<string, Source>,
): readonly ShownField[] {
  const bySocket = [...sources].flatMap(([input, source]): ShownField[] => {
    const shown = "shown" in source ? source.shown : undefined;
    return shown === undefined ? [] : [{ ...shown, target: { node: id, input } }];
  });
  if (around === undefined) return bySocket;
  const outer = { node: prefix.slice(0, -1), title: around.node.title ?? around.subgraph.name };
  const names = new Set(known?.inputs.map(({ name }) => name));
  const byId = around.promoted.shown
    .filter(([inner, field]) => inner === node.id && names.has(field))
    .map(([, field]) => ({ ...outer, input: field, target: { node: id, input: field } }));
  return [...bySocket, ...byId];
}
