// Which node runs next. The server prefers nodes whose effect the user sees soon: outputs, then what feeds them;
// ties go to the node that was discovered first, walking back from the roots.
import { linksOf, type Graph, type GraphNode } from "./graph.js";

export interface OrderOptions {
  readonly graph: Graph;
  /** Output nodes to reach, in order. */
  readonly roots: readonly string[];
  /** True for nodes whose result is in the cache: they and what only they need are not run. */
  readonly isCached: (id: string) => boolean;
  readonly isOutput: (id: string) => boolean;
}

/** A node that has to run. */
interface Waiting {
  readonly id: string;
  /** Place in the order of discovery. */
  readonly index: number;
  /** Distinct sources that have not run. */
  missing: number;
  readonly consumers: Waiting[];
  /** Links to the next output node; more than 2 counts as 3. */
  distance: number;
}

/** Execution order of the nodes that have to run. The graph is valid: links resolve, no cycle. */
export function executionOrder(options: OrderOptions): string[] {
  const waiting = discover(options);
  for (const node of waiting) node.distance = distanceToOutput(node, options.isOutput);
  const ready = waiting.filter(({ missing }) => missing === 0);
  const order: string[] = [];
  while (ready.length > 0) {
    const node = takeBest(ready);
    order.push(node.id);
    for (const consumer of node.consumers) {
      consumer.missing -= 1;
      if (consumer.missing === 0) ready.push(consumer);
    }
  }
  if (order.length < waiting.length) throw new Error("The graph has a cycle");
  return order;
}

/** Depth first from the roots, last input first; the order of discovery is the tie break. */
function discover({ graph, roots, isCached }: OrderOptions): Waiting[] {
  const found = new Map<string, Waiting>();
  // An input that no class knows may link to what is no node.
  const isNode = (id: string): boolean => Object.hasOwn(graph, id);
  const sourcesOf = (id: string): string[] => linksOf(graph[id] as GraphNode).map(([source]) => source);
  for (const root of roots) {
    const stack = [root];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (!isNode(id) || found.has(id) || isCached(id)) continue;
      found.set(id, { id, index: found.size, missing: 0, consumers: [], distance: 3 });
      stack.push(...sourcesOf(id));
    }
  }
  for (const node of found.values()) {
    for (const source of new Set(sourcesOf(node.id))) {
      const before = found.get(source);
      if (!before) continue;
      before.consumers.push(node);
      node.missing += 1;
    }
  }
  return [...found.values()];
}

function distanceToOutput(node: Waiting, isOutput: (id: string) => boolean): number {
  let reached = [node];
  for (const distance of [0, 1, 2]) {
    if (reached.some(({ id }) => isOutput(id))) return distance;
    reached = reached.flatMap(({ consumers }) => consumers);
  }
  return 3;
}

/** Removes the node that is nearest to an output, of several the one that was discovered first. */
function takeBest(ready: Waiting[]): Waiting {
  let best = 0;
  for (let i = 1; i < ready.length; i += 1) {
    const [a, b] = [ready[i] as Waiting, ready[best] as Waiting];
    if (a.distance - b.distance < 0 || (a.distance === b.distance && a.index < b.index)) best = i;
  }
  return ready.splice(best, 1)[0] as Waiting;
}
