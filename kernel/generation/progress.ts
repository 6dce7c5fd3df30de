// One figure over all nodes of all batches, from what the backend says of single nodes. Pure; it never falls.

import type { Graph, NodeId } from "./types.js";

export interface Progress {
  readonly weights: ReadonlyMap<NodeId, number>;
  /** Share of each node that is done, 0 to 1. */
  readonly done: ReadonlyMap<NodeId, number>;
  readonly overall: number;
}

/** A node that samples takes most of the time: it weighs its steps, every other node one. */
function weigh(graph: Graph): ReadonlyMap<NodeId, number> {
  return new Map(
    Object.entries(graph).map(([id, { inputs }]) => {
      const steps = inputs["steps"];
      return [id, typeof steps === "number" && steps > 1 ? steps : 1];
    }),
  );
}

/** The figure at the start of a batch; what earlier batches reached is kept. */
export const startProgress = (graph: Graph, overall: number): Progress => ({
  weights: weigh(graph),
  done: new Map(),
  overall,
});

/** Notes that a share of a node is done. Nodes that the graph does not hold (expanded ones) change nothing. */
export function advance(
  progress: Progress,
  node: NodeId,
  share: number,
  batch: { readonly index: number; readonly count: number },
): Progress {
  if (!progress.weights.has(node)) return progress;
  const done = new Map(progress.done).set(node, Math.max(progress.done.get(node) ?? 0, Math.min(1, share)));
  let reached = 0;
  let total = 0;
  for (const [id, weight] of progress.weights) {
    total += weight;
    reached += weight * (done.get(id) ?? 0);
  }
  const overall = Math.max(progress.overall, (batch.index + reached / total) / batch.count);
  return { ...progress, done, overall };
}
