// The cache key of a node: its class, its inputs, and the keys of everything before it. Node ids are no part of it,
// unknown inputs are, so a renumbered graph hits and a nonce misses.
import { createHash } from "node:crypto";
import { isLink, type Graph, type GraphNode } from "./graph.js";

/** Keys by node id. A node with a link that does not resolve, or that is part of a cycle, has no key. */
export function cacheKeys(graph: Graph): Map<string, string> {
  const keys = new Map<string, string | undefined>();
  for (const id of Object.keys(graph)) keyOf(graph, id, keys);
  const known = [...keys].filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Map(known);
}

function keyOf(graph: Graph, id: string, keys: Map<string, string | undefined>): string | undefined {
  if (keys.has(id)) return keys.get(id);
  keys.set(id, undefined);
  const node: Partial<GraphNode> | undefined = graph[id];
  if (node?.inputs === undefined) return undefined;
  const hash = createHash("sha256").update(JSON.stringify(node.class_type));
  for (const name of Object.keys(node.inputs).sort()) {
    const value = node.inputs[name];
    const source = isLink(value) ? keyOf(graph, value[0], keys) : undefined;
    if (isLink(value) && source === undefined) return undefined;
    hash.update(JSON.stringify([name, isLink(value) ? [source, value[1]] : value], exactIntegers));
  }
  const key = hash.digest("hex");
  keys.set(id, key);
  return key;
}

const exactIntegers = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? { integer: value.toString() } : value;
