// Computes the cache key of each node from its class, its inputs (declared by the class or not) and the keys of its sources.
// Node ids do not count: a renumbered graph is found in the cache.
import { createHash } from "node:crypto";
import { isLink, sourcesOf, type Graph, type GraphNode } from "../node/graph.js";

/**
 * Returns a string that represents everything, apart from the inputs, on which a node depends, such as the content of a
 * file.
 */
export type Fingerprint = (node: GraphNode) => string;

/** Keys by node id. A node has no key when a link of it leads to no node, or when it is part of a cycle. */
export function cacheKeys(graph: Graph, fingerprint: Fingerprint = () => ""): Map<string, string> {
  const keys = new Map<string, string | undefined>();
  const entered = new Set<string>();
  // Uses an explicit stack instead of recursion, because a chain of nodes may be longer than the call stack allows.
  const stack = Object.keys(graph).reverse();
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    const node: Partial<GraphNode> | undefined = keys.has(id) ? undefined : graph[id];
    // A source that was entered but has no key yet is an ancestor: the graph has a cycle, which gets no key.
    const sources = node?.inputs && !entered.has(id) ? sourcesOf(node as GraphNode) : [];
    const open = sources.filter((source) => !keys.has(source) && !entered.has(source) && source !== id);
    entered.add(id);
    if (open.length > 0) {
      stack.push(...open);
      continue;
    }
    if (!keys.has(id)) keys.set(id, node?.inputs && keyOf(node as GraphNode, keys, fingerprint));
    stack.pop();
  }
  return new Map([...keys].filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Returns undefined when one of the node's sources has no key. */
function keyOf(
  node: GraphNode,
  keys: ReadonlyMap<string, string | undefined>,
  fingerprint: Fingerprint,
): string | undefined {
  const hash = createHash("sha256").update(JSON.stringify(node.class_type) + fingerprint(node));
  for (const name of Object.keys(node.inputs).sort()) {
    const value = node.inputs[name];
    const source = isLink(value) ? keys.get(value[0]) : undefined;
    if (isLink(value) && source === undefined) return undefined;
    hash.update(JSON.stringify([name, isLink(value) ? [source, value[1]] : value], exactIntegers));
  }
  return hash.digest("hex");
}

const exactIntegers = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? { integer: value.toString() } : value;
