// Links of nodes that send their input to all others: the editor makes them when it submits the graph, and lists them
// in the file.

import { recordOrEmpty } from "@pictor/kernel/plugin";
import { idOrUndefined } from "../base/json-fields.js";
import type { EditorLink, EditorNode, NodeSheet } from "./editor-graph.js";

/** The sheet with the listed links, at the inputs that have no link of their own. */
export function withBroadcasts({ nodes, links }: NodeSheet, listed: readonly unknown[]): NodeSheet {
  const allNodes = new Map(nodes);
  const allLinks = new Map(links);
  for (const [index, entry] of listed.entries()) {
    const { upstream, upstream_slot, downstream, downstream_slot } = recordOrEmpty(entry);
    const from = idOrUndefined(upstream);
    const to = allNodes.get(idOrUndefined(downstream) ?? "");
    const slot = Number(downstream_slot);
    const input = to?.inputs[slot];
    if (from === undefined || to === undefined || input === undefined || input.link !== undefined) continue;
    const link: EditorLink = {
      id: `ue-${index}`,
      from,
      output: Number(upstream_slot),
      to: to.id,
      input: slot,
    };
    allLinks.set(link.id, link);
    const inputs = to.inputs.map((each) => (each === input ? { ...each, link: link.id } : each));
    const linked: EditorNode = { ...to, inputs };
    allNodes.set(to.id, linked);
  }
  return { nodes: allNodes, links: allLinks, listsBroadcasts: true };
}
