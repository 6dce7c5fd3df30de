// Which node runs next. The server prefers nodes whose effect the user sees soon: outputs, then what feeds them;
// ties go to the node that was discovered first, walking back from the roots.
import { linksOf, type Graph } from "./graph.js";

export interface OrderOptions {
  readonly graph: Graph;
  /** Output nodes to reach, in order. */
  readonly roots: readonly string[];
  /** True for nodes whose result is in the cache: they and what only they need are not run. */
  readonly isCached: (id: string) => boolean;
  readonly isOutput: (id: string) => boolean;
}

/** Execution order of the nodes that have to run. The graph is valid: links resolve, no cycle. */
export function executionOrder(options: OrderOptions): string[] {
  const waitingFor = discover(options);
  const order: string[] = [];
  while (waitingFor.size > 0) {
    const ready = [...waitingFor.keys()].filter((id) => waitingFor.get(id)?.size === 0);
    const next = pick(ready, consumersOf(waitingFor), options.isOutput);
    if (next === undefined) throw new Error("The graph has a cycle");
    order.push(next);
    waitingFor.delete(next);
    for (const sources of waitingFor.values()) sources.delete(next);
  }
  return order;
}

/** Depth first from the roots, last input first; the insertion order is the tie break. */
function discover({ graph, roots, isCached }: OrderOptions): Map<string, Set<string>> {
  const waitingFor = new Map<string, Set<string>>();
  for (const root of roots) {
    const stack = [root];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const node = graph[id];
      if (node === undefined || waitingFor.has(id) || isCached(id)) continue;
      const sources = linksOf(node).map(([source]) => source);
      waitingFor.set(id, new Set(sources.filter((source) => !isCached(source))));
      stack.push(...sources);
    }
  }
  return waitingFor;
}

function consumersOf(waitingFor: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const consumers = new Map<string, string[]>();
  for (const [id, sources] of waitingFor) {
    for (const source of sources) consumers.set(source, [...(consumers.get(source) ?? []), id]);
  }
  return consumers;
}

function pick(
  ready: readonly string[],
  consumers: ReadonlyMap<string, readonly string[]>,
  isOutput: (id: string) => boolean,
): string | undefined {
  const feedsOutput = (id: string, distance: number): boolean =>
    distance === 0 ? isOutput(id) : (consumers.get(id) ?? []).some((next) => feedsOutput(next, distance - 1));
  for (const distance of [0, 1, 2]) {
    const found = ready.find((id) => feedsOutput(id, distance));
    if (found !== undefined) return found;
  }
  return ready[0];
}
