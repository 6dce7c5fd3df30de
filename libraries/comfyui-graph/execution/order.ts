// Decides the order in which nodes run. As on real servers, the next node is the ready one with the fewest links to an
// output node; of several, the one that the search back from the output nodes found first.
import { sourcesOf, type Graph, type GraphNode } from "../node/graph.js";

export interface OrderOptions {
  readonly graph: Graph;
  /** Ids of the output nodes to execute. */
  readonly roots: readonly string[];
  /**
   * True for a node whose result is in the cache. Such a node does not run, and neither does a node that only cached
   * nodes need.
   */
  readonly isCached: (id: string) => boolean;
  readonly isOutput: (id: string) => boolean;
}

interface PendingNode {
  readonly id: string;
  /** Position of the node in the order in which the search back from the output nodes found the nodes. */
  readonly index: number;
  /** Number of distinct sources of the node that have not run. */
  missing: number;
  readonly consumers: PendingNode[];
  /** Number of links from the node to the nearest output node; more than 2 count as 3. */
  distance: number;
}

/** Ids of the nodes to run, in order. Throws for a graph with a cycle. */
export function executionOrder(options: OrderOptions): string[] {
  const pending = discover(options);
  for (const node of pending) node.distance = distanceToOutput(node, options.isOutput);
  const ready = pending.filter(({ missing }) => missing === 0);
  const order: string[] = [];
  while (ready.length > 0) {
    const node = takeNext(ready);
    order.push(node.id);
    for (const consumer of node.consumers) {
      consumer.missing -= 1;
      if (consumer.missing === 0) ready.push(consumer);
    }
  }
  if (order.length < pending.length) throw new Error("The graph has a cycle");
  return order;
}

/** Walks depth first from the roots, last input first. */
function discover({ graph, roots, isCached }: OrderOptions): PendingNode[] {
  const found = new Map<string, PendingNode>();
  // Validation ignores inputs that the class does not declare, so their links may lead nowhere.
  const isNode = (id: string): boolean => Object.hasOwn(graph, id);
  for (const root of roots) {
    const stack = [root];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (!isNode(id) || found.has(id) || isCached(id)) continue;
      found.set(id, { id, index: found.size, missing: 0, consumers: [], distance: 3 });
      stack.push(...sourcesOf(graph[id] as GraphNode));
    }
  }
  for (const node of found.values()) {
    for (const source of new Set(sourcesOf(graph[node.id] as GraphNode))) {
      const before = found.get(source);
      if (!before) continue;
      before.consumers.push(node);
      node.missing += 1;
    }
  }
  return [...found.values()];
}

function distanceToOutput(node: PendingNode, isOutput: (id: string) => boolean): number {
  let reached = [node];
  for (const distance of [0, 1, 2]) {
    if (reached.some(({ id }) => isOutput(id))) return distance;
    reached = reached.flatMap(({ consumers }) => consumers);
  }
  return 3;
}

/** Removes and returns the node that is nearest to an output node; of several, the one that was found first. */
function takeNext(ready: PendingNode[]): PendingNode {
  let next = 0;
  for (let i = 1; i < ready.length; i += 1) {
    const [a, b] = [ready[i] as PendingNode, ready[next] as PendingNode];
    if (a.distance < b.distance || (a.distance === b.distance && a.index < b.index)) next = i;
  }
  return ready.splice(next, 1)[0] as PendingNode;
}
