// Computes the overall progress of a job, 0 to 1, from the progress of its nodes. It never decreases. Pure.

import type { Graph, NodeId } from "@pictor/kernel";

export interface Progress {
  readonly weights: ReadonlyMap<NodeId, number>;
  readonly total: number;
  /** The share of each node that is done, 0 to 1, except that of the active node. */
  readonly done: ReadonlyMap<NodeId, number>;
  /** The sum, over all nodes in `done`, of the node's weight times its share. */
  readonly reached: number;
  /** The node whose share is changing. Stored separately, so that a step takes the same time in a graph of any size. */
  readonly active?: { readonly node: NodeId; readonly share: number };
  readonly overall: number;
}

/** The greatest weight of a node, because an attached graph may contain any number of steps. */
const maxSteps = 100_000;

/**
 * The weights of the nodes. Sampling takes most of the time, so the weight of a sampler is its number of steps; every
 * other node has the weight 1.
 */
function weigh(graph: Graph): ReadonlyMap<NodeId, number> {
  return new Map(
    Object.entries(graph).map(([id, { inputs }]) => {
      const steps = inputs["steps"];
      return [id, typeof steps === "number" && steps > 1 ? Math.min(steps, maxSteps) : 1];
    }),
  );
}

/** The progress at the start of a batch. `overall` is the progress that earlier batches have reached. */
export function startProgress(graph: Graph, overall: number): Progress {
  const weights = weigh(graph);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return { weights, total, done: new Map(), reached: 0, overall };
}

/** The share of a node that is done, 0 to 1. */
export const shareOf = ({ active, done }: Progress, node: NodeId): number =>
  active?.node === node ? active.share : (done.get(node) ?? 0);

const reachedBy = ({ weights }: Progress, done: ReadonlyMap<NodeId, number>): number => {
  let reached = 0;
  for (const [id, share] of done) reached += (weights.get(id) ?? 0) * share;
  return reached;
};

/** Makes a node the active one. */
function activate(progress: Progress, node: NodeId): Progress {
  const done = new Map(progress.done);
  if (progress.active !== undefined) done.set(progress.active.node, progress.active.share);
  const share = done.get(node) ?? 0;
  done.delete(node);
  return { ...progress, done, reached: reachedBy(progress, done), active: { node, share } };
}

/** The index of a batch, from 0, and the number of batches. */
export interface BatchPosition {
  readonly index: number;
  readonly count: number;
}

function raise(progress: Progress, reached: number, position: BatchPosition): Progress {
  const figure = (position.index + reached / progress.total) / position.count;
  return { ...progress, overall: Math.max(progress.overall, Math.min(1, figure)) };
}

/** Raises the share of a node that is done. Ignores nodes that are not in the graph, such as those of an expanded subgraph. */
export function raiseNodeProgress(
  progress: Progress,
  node: NodeId,
  share: number,
  position: BatchPosition,
): Progress {
  const weight = progress.weights.get(node);
  if (weight === undefined) return progress;
  const known = progress.active?.node === node ? progress : activate(progress, node);
  const active = { node, share: Math.max(shareOf(known, node), Math.min(1, share)) };
  return raise({ ...known, active }, known.reached + weight * active.share, position);
}

/** Marks nodes as done. */
export function completeNodes(
  { active, ...progress }: Progress,
  nodes: readonly NodeId[],
  position: BatchPosition,
): Progress {
  const done = new Map(progress.done);
  if (active !== undefined) done.set(active.node, active.share);
  for (const node of nodes) if (progress.weights.has(node)) done.set(node, 1);
  if (done.size === 0) return progress;
  const reached = reachedBy(progress, done);
  return raise({ ...progress, done, reached }, reached, position);
}
