// One figure over all nodes of all batches, from what the backend says of single nodes. Pure; it never falls.

import type { Graph, NodeId } from "@pictor/kernel";

export interface Progress {
  readonly weights: ReadonlyMap<NodeId, number>;
  readonly total: number;
  /** Share of each node that is done, 0 to 1, but for the active one. */
  readonly done: ReadonlyMap<NodeId, number>;
  /** Weights times shares of `done`. */
  readonly reached: number;
  /** The node that changes now: kept apart, so that a step of it costs the same in a graph of any size. */
  readonly active?: { readonly node: NodeId; readonly share: number };
  readonly overall: number;
}

/** More steps than anybody takes: a graph may be another program's, and hold any number. */
const mostSteps = 100_000;

/** A node that samples takes most of the time: it weighs its steps, every other node one. */
function weigh(graph: Graph): ReadonlyMap<NodeId, number> {
  return new Map(
    Object.entries(graph).map(([id, { inputs }]) => {
      const steps = inputs["steps"];
      return [id, typeof steps === "number" && steps > 1 ? Math.min(steps, mostSteps) : 1];
    }),
  );
}

/** The figure at the start of a batch; what earlier batches reached is kept. */
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

/** Another node becomes the active one. */
function activate(progress: Progress, node: NodeId): Progress {
  const done = new Map(progress.done);
  if (progress.active !== undefined) done.set(progress.active.node, progress.active.share);
  const share = done.get(node) ?? 0;
  done.delete(node);
  return { ...progress, done, reached: reachedBy(progress, done), active: { node, share } };
}

/** Where a batch stands in the figure over all. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

function raise(progress: Progress, reached: number, part: Part): Progress {
  const figure = (part.index + reached / progress.total) / part.count;
  return { ...progress, overall: Math.max(progress.overall, Math.min(1, figure)) };
}

/** Notes that a share of a node is done. Nodes that the graph does not hold (expanded ones) change nothing. */
export function advance(progress: Progress, node: NodeId, share: number, part: Part): Progress {
  const weight = progress.weights.get(node);
  if (weight === undefined) return progress;
  const known = progress.active?.node === node ? progress : activate(progress, node);
  const active = { node, share: Math.max(shareOf(known, node), Math.min(1, share)) };
  return raise({ ...known, active }, known.reached + weight * active.share, part);
}

/** Notes that nodes are done. */
export function complete({ active, ...progress }: Progress, nodes: readonly NodeId[], part: Part): Progress {
  const done = new Map(progress.done);
  if (active !== undefined) done.set(active.node, active.share);
  for (const node of nodes) if (progress.weights.has(node)) done.set(node, 1);
  if (done.size === 0) return progress;
  const reached = reachedBy(progress, done);
  return raise({ ...progress, done, reached }, reached, part);
}
