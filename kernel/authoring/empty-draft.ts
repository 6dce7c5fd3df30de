// The empty draft that every build starts with, and the creation of links and node ids.

import type { Graph, Link, NodeId } from "../contract/graph.js";
import type { WorkflowDraft } from "../contract/draft.js";

/** A draft without nodes. */
export const emptyDraft: WorkflowDraft = {
  graph: {},
  anchors: {},
  prompts: { positive: "", negative: "" },
  outputs: [],
  inputs: [],
  requires: [],
  origins: {},
};

/** A link to an output of a node. */
export const link = (node: NodeId, output = 0): Link => [node, output];

/**
 * Returns an unused node id: `base`, `base_2`, `base_3`, ... Searches by doubling and bisection, which is fast for many
 * nodes of one base. If the numbers have gaps, any unused number may be returned.
 */
export function freeId(graph: Graph, base: string): NodeId {
  const isTaken = (count: number): boolean => Object.hasOwn(graph, count === 1 ? base : `${base}_${count}`);
  if (!isTaken(1)) return base;
  let taken = 1;
  let free = 2;
  while (isTaken(free)) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return `${base}_${free}`;
}
