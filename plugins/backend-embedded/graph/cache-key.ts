// The cache key of a node: its class, its inputs, and the keys of everything before it. Node ids are no part of it,
// unknown inputs are, so a renumbered graph hits and a nonce misses.
import { createHash } from "node:crypto";
import { isLink, linksOf, type Graph, type GraphNode } from "./graph.js";

/** What else a node depends on besides its inputs, such as the content of a file; "" for nothing. */
export type Fingerprint = (node: GraphNode) => string;

/** Keys by node id. A node with a link that does not resolve, or that is part of a cycle, has no key. */
export function cacheKeys(graph: Graph, fingerprint: Fingerprint = () => ""): Map<string, string> {
  const keys = new Map<string, string | undefined>();
  const entered = new Set<string>();
  // A stack of its own: a chain may be longer than the stack of the engine is deep.
  const stack = Object.keys(graph).reverse();
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    const node: Partial<GraphNode> | undefined = keys.has(id) ? undefined : graph[id];
    // What was entered and is not known yet lies on the way here: a cycle, which is left unresolved.
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

const sourcesOf = (node: GraphNode): string[] => linksOf(node).map(([source]) => source);

/** Undefined when something before it has no key. */
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
