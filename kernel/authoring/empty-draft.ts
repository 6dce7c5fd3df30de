// The empty draft that every build begins with, and the two smallest pieces of a graph: a connection and a free id.

import type { Graph, Link, NodeId } from "../contract/graph.js";
import type { WorkflowDraft } from "../contract/draft.js";

/** A draft with nothing in it. */
export const emptyDraft: WorkflowDraft = {
  graph: {},
  anchors: {},
  prompts: { positive: "", negative: "" },
  outputs: [],
  inputs: [],
  requires: [],
  origins: {},
};

/** The connection to a node's output. */
export const link = (node: NodeId, output = 0): Link => [node, output];

/**
 * A free node id: `base`, then `base_2`, `base_3`, ... The numbers are tried in growing steps and then halved back, so
 * that a long chain of one base stays cheap; where somebody has left a gap, any free number will do.
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
